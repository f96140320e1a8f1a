"""The page of label jobs: photos are sent, progress is seen, labels are fetched, a job is deleted."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.api.stubs import picture
from tests.api.test_jobs import photo, zipped
from tests.api.test_server import Process, serving
from tests.page.table import MOBILE


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Process]:
    with serving(tmp_path / "log", seconds=0.2, jobs=tmp_path / "jobs", jobs_free=1) as one:
        yield one


@pytest.fixture
def jobs(browser: Browser, service: Process) -> Iterator[Page]:
    """The page, opened from /docs; at the end nothing may have been logged."""
    context = browser.new_context(**MOBILE, base_url=service.url, accept_downloads=True)
    opened, wrong = context.new_page(), list[str]()
    opened.on("console", lambda message: wrong.append(f"console {message.type}: {message.text}"))
    opened.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    opened.goto("/docs")
    opened.get_by_role("link", name="label jobs").click()
    expect(opened.get_by_text("还没有标注任务。")).to_be_visible()
    yield opened
    context.close()
    assert [line for line in wrong if "status of 422" not in line] == []


def choose(page: Page, *files: Path) -> None:
    page.locator("input[type=file]").set_input_files(list(files))


def test_photos_are_sent_and_their_labels_come_back(jobs: Page, tmp_path: Path) -> None:
    one, packed = tmp_path / "一.jpg", tmp_path / "more.zip"
    one.write_bytes(picture())
    packed.write_bytes(zipped(*((f"IMG_{n}.jpg", photo(n)) for n in range(1, 6)), ("broken.jpg", b"no picture")))
    choose(jobs, one, packed)
    jobs.get_by_text("coco", exact=True).click()
    jobs.get_by_role("button", name="寄出去").click()
    job = jobs.locator(".job")
    expect(job.get_by_text("标好了")).to_be_visible()
    expect(job.get_by_text("7 张照片")).to_be_visible()
    job.get_by_text("1 张没标成").click()
    expect(job.get_by_text("broken.jpg")).to_be_visible()
    assert Axe().run(jobs).response["violations"] == []
    with jobs.expect_download() as download:
        job.get_by_role("link", name="下载标注").click()
    names = zipfile.ZipFile(download.value.path()).namelist()
    assert {"coco.json", "labels/一.txt", "labels/IMG_5.txt", "failed.json"} <= set(names)
    jobs.reload()
    expect(job).to_have_attribute("data-state", "done")
    job.get_by_role("button", name="删掉").click()
    job.get_by_role("button", name="真的删掉").click()
    expect(jobs.get_by_text("还没有标注任务。")).to_be_visible()


def test_a_refusal_is_shown_in_the_page_s_language(jobs: Page, tmp_path: Path) -> None:
    evil = tmp_path / "evil.zip"
    evil.write_bytes(zipped(("../evil.jpg", picture())))
    choose(jobs, evil)
    jobs.get_by_role("button", name="寄出去").click()
    expect(jobs.get_by_role("alert")).to_contain_text("这个压缩包不能用")
    jobs.locator("#language").click()
    jobs.get_by_role("button", name="Send").click()
    expect(jobs.get_by_role("alert")).to_contain_text("leads out of it")
