"""What an operator sets, and what is told to the process by others."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.settings import Settings

KUBERNETES = {
    "SERVICE_HOST": "10.0.0.1",
    "SERVICE_PORT": "8000",
    "SERVICE_PORT_HTTP": "8000",
    "PORT": "tcp://10.0.0.1:8000",
    "PORT_8000_TCP": "tcp://10.0.0.1:8000",
    "PORT_8000_TCP_PROTO": "tcp",
    "PORT_8000_TCP_PORT": "8000",
    "PORT_8000_TCP_ADDR": "10.0.0.1",
}


@pytest.mark.parametrize("service", ["ZHUOJI", "ZHUOJI_API", "ZHUOJI_EYE_2"])
def test_a_kubernetes_service_of_the_same_name_does_not_stop_the_start(service: str) -> None:
    told = {f"{service}_{name}": value for name, value in KUBERNETES.items()}
    assert Settings.from_environment(told) == Settings()


@pytest.mark.parametrize("name", ["ZHUOJI_PORTS", "ZHUOJI_HOST", "ZHUOJI_PORT_8000", "ZHUOJI_SERVICE", "ZHUOJI_DRAINS"])
def test_a_misspelt_setting_still_does(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        Settings.from_environment({name: "1"})


def test_each_setting_is_taken() -> None:
    found = Settings.from_environment({"ZHUOJI_QUEUE_PLACES": "0", "ZHUOJI_DEADLINE": "2.5"})
    assert (found.queue_places, found.deadline) == (0, 2.5)


def test_lists_and_keys(tmp_path: Path) -> None:
    one, two = f"ann:{'a' * 64}", f"bob:{'b' * 64}"
    found = Settings.from_environment({"ZHUOJI_HOSTS": "a.example, b.example", "ZHUOJI_KEYS": f"{one},{two}"})
    assert (found.hosts, found.keys) == (("a.example", "b.example"), (one, two))
    file = tmp_path / "keys"
    file.write_text(f"# who\n{one}  # Ann\n\n{two}\n")
    assert Settings.from_environment({"ZHUOJI_KEYS": str(file)}).keys == (one, two)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("KEYS", "secret-key-in-the-clear", "secret-k"),
        ("KEYS", f"ann:{'a' * 64},ann:{'b' * 64}", "one name"),
        ("KEYS", "/nowhere/keys", "/nowhere/keys"),
        ("KEYS", "", "no key"),
        ("RATE", "a lot", "120/minute"),
        ("RATE", "0/minute", "120/minute"),
        ("GRACE", "1.5", "1.5"),
    ],
)
def test_a_wrong_value_is_named(name: str, value: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"ZHUOJI_{name}") as caught:
        Settings.from_environment({f"ZHUOJI_{name}": value})
    assert said in str(caught.value)
    assert "in-the-clear" not in str(caught.value), "what may be a key is not written into a log"
