"""Label jobs whose rows lie on a real PostgreSQL server."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from api.jobs import database
from tests.api.postgres import Postgres, postgres
from tests.api.test_jobs import job_of, labels_of, photos, send, until_over
from tests.api.test_jobs_kept import folders, now, until
from tests.api.test_server import serving


@pytest.fixture
def server() -> Iterator[Postgres]:
    with postgres() as one:
        yield one


def test_jobs_live_and_end_there_as_in_a_file(server: Postgres, tmp_path: Path) -> None:
    told = {"jobs": tmp_path / "jobs", "jobs_free": 1, "jobs_database": server.address, "jobs_each": 1}
    with serving(tmp_path / "log", seconds=0.15, **told) as first:
        job = job_of(send(first, photos(12)))
        assert send(first, photos(1)).json()["code"] == "too_many_jobs"
        until(lambda: now(first, job)["read"] >= 3)
        first.popen.send_signal(signal.SIGKILL)
        first.popen.wait()
    assert not (tmp_path / "jobs" / "jobs.sqlite").exists()
    with serving(tmp_path / "log", seconds=0.0, **told) as second:
        done = until_over(second, job)
        assert (done["state"], done["photos"], done["failed"]) == ("done", 12, 0)
        assert len(labels_of(second, job).namelist()) == 13
        assert [one["id"] for one in httpx2.get(second.url + "/v1/label-jobs").json()["jobs"]] == [job["id"]]
        assert httpx2.delete(f"{second.url}/v1/label-jobs/{job['id']}").status_code == 204
        until(lambda: not folders(second))
    assert "secret-word" not in (tmp_path / "log").read_text()


def test_while_the_database_is_away_nothing_is_lost(server: Postgres, tmp_path: Path) -> None:
    told = {"jobs": tmp_path / "jobs", "jobs_free": 1, "jobs_database": server.address}
    with serving(tmp_path / "log", seconds=0.1, **told) as service:
        job = job_of(send(service, photos(20)))
        until(lambda: now(service, job)["read"] >= 2)
        server.stop()
        refused = send(service, photos(1))
        assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        assert httpx2.get(f"{service.url}/v1/label-jobs/{job['id']}").status_code == 503
        assert httpx2.get(service.url + "/readyz").status_code == 200
        until(lambda: service.metric('zhuoji_readings_total{ok="true"}') == 20)  # it goes on meanwhile
        server.start()
        done = until_over(service, job)
        assert (done["state"], done["photos"], done["failed"]) == ("done", 20, 0)
        until(lambda: folders(service) == [job["id"]])  # the refused one leaves nothing
    assert "secret-word" not in (tmp_path / "log").read_text()


def test_a_service_that_starts_without_its_database_works_when_it_comes(server: Postgres, tmp_path: Path) -> None:
    told = {"jobs": tmp_path / "jobs", "jobs_free": 1, "jobs_database": server.address}
    server.stop()
    with serving(tmp_path / "log", seconds=0.0, **told) as service:
        assert send(service, photos(1)).status_code == 503
        server.start()
        until(lambda: httpx2.get(service.url + "/v1/label-jobs").status_code == 200)
        assert until_over(service, job_of(send(service, photos(1))))["photos"] == 1


def test_of_two_services_one_labels_and_the_other_takes_over(server: Postgres, tmp_path: Path) -> None:
    told = {"jobs": tmp_path / "jobs", "jobs_free": 1, "jobs_database": server.address}
    with serving(tmp_path / "log", seconds=0.15, **told) as first:
        leads = job_of(send(first, photos(1)))
        until_over(first, leads)
        with serving(tmp_path / "other", seconds=0.0, **told) as second:
            job = job_of(send(second, photos(12)))
            until(lambda: now(second, job)["read"] >= 2)
            assert second.metric('zhuoji_readings_total{ok="true"}') == 0, (
                "the first one labels what the second took in"
            )
            first.popen.send_signal(signal.SIGKILL)
            first.popen.wait()
            done = until_over(second, job)
            assert (done["state"], done["photos"], done["failed"]) == ("done", 12, 0)
            assert second.metric('zhuoji_readings_total{ok="true"}') > 0


def test_an_address_that_is_none_is_refused_at_the_start_and_not_shown(server: Postgres, tmp_path: Path) -> None:
    assert server.port
    with pytest.raises(ValueError, match="ZHUOJI_JOBS_DATABASE is no address") as caught:
        database.opened(tmp_path, "postgresql:/secret-word@host")
    assert "secret-word" not in str(caught.value)
