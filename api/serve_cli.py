"""The commands of those who run the service."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import click

from api.settings import PREFIX, Settings
from api.words_cli import fail
from vision.eye.onnx import ModelError

_FILE = click.Path(dir_okay=False, path_type=Path)
_VARIABLES = ", ".join(f"{PREFIX}{field.name.upper()}={field.default or ''}" for field in fields(Settings))


@click.command(epilog=f"Limits and access are taken from the environment: {_VARIABLES}")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0: any free one.")
@click.option("--root-path", default="", metavar="/PATH", help="Where a proxy shows the service, cut off by it.")
@click.option("--cert", type=_FILE, help="Serve HTTPS with this certificate (PEM, the chain behind it).")
@click.option("--key", type=_FILE, help="The certificate's private key (PEM).")
def serve(host: str, port: int, root_path: str, cert: Path | None, key: Path | None) -> None:
    """Start the HTTP service and its page; ready when /readyz says so."""
    from api import serve as server

    if (cert is None) is not (key is None):
        raise click.UsageError("--cert and --key belong together")
    if root_path and not root_path.startswith("/"):
        raise click.UsageError(f"--root-path {root_path} must begin with /")
    try:
        settings = Settings.from_environment()
        tls = None if cert is None or key is None else server.Tls(cert, key)
        listening = server.bind(host, port)
    except ValueError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{host}:{port}: {error.strerror}")
    try:
        server.run(listening, settings, root_path.rstrip("/"), tls)
    except (ModelError, ValueError) as error:
        fail(str(error))


@click.command()
@click.argument("name")
def key(name: str) -> None:
    """Make a key called NAME: the key for who may ask, and what the service is told of it."""
    from api.access import new_key

    made, kept = new_key()
    click.echo(f"key, shown only now: {made}", err=True)
    click.echo(f"{name}:{kept}")
