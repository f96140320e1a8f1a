"""`/docs`: the OpenAPI document as one plain page.

Swagger and Redoc would be loaded from another host, or weigh more than the whole page and want inline styles
that the content security policy forbids. Nobody who reads curl examples needs them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

JOBS = "/v1/label-jobs"
"""A path that there is only where the operator has set up label jobs; they have a page of their own."""


def render(document: Mapping[str, Any]) -> str:
    """An OpenAPI document -> HTML with `/page/docs.css` and nothing else."""
    info = document["info"]
    return "\n".join(
        (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(info['title'])} API</title>",
            '<link rel="icon" href="page/icon.svg" type="image/svg+xml">',
            '<link rel="stylesheet" href="docs.css"></head><body>',
            f"<h1>{escape(info['title'])} {escape(info['version'])}</h1><p>{escape(info['summary'])}</p>",
            '<p>The same for machines: <a href="openapi.json">/openapi.json</a> (OpenAPI). Every error is',
            '<code>application/problem+json</code>. <a href="healthz">/healthz</a>, <a href="readyz">/readyz</a>,',
            '<a href="metrics">/metrics</a> are for machines that look after this one.</p>',
            *(['<p>Many photos: <a href="label-jobs">label jobs</a>.</p>'] if JOBS in document["paths"] else ()),
            "<h2>Routes</h2>",
            *_routes(document),
            "<h2>Shapes</h2>",
            *_shapes(document["components"]["schemas"]),
            "</body></html>",
        )
    )


def _routes(document: Mapping[str, Any]) -> Iterator[str]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f'<section id="{operation["operationId"]}"><h3><code>{method.upper()} {escape(path)}</code></h3>'
            yield f"<p>{_words(operation.get('description', ''))}</p>"
            for kind, content in operation.get("requestBody", {}).get("content", {}).items():
                yield from _request(path, kind, content)
            if method == "get":
                yield f"<pre>curl localhost:8000{escape(path)}</pre>"
            yield "<table>"
            for status, answer in operation["responses"].items():
                kinds = " or ".join(
                    f"{_name(content['schema'])} ({escape(kind)})"
                    for kind, content in answer.get("content", {}).items()
                )
                yield f"<tr><td>{status}</td><td>{escape(answer['description'])}</td><td>{kinds}</td></tr>"
            yield "</table></section>"


def _request(path: str, kind: str, content: Mapping[str, Any]) -> Iterator[str]:
    if kind == "application/json":
        example = json.dumps(content["example"], ensure_ascii=False)
        yield f"<p>Takes {_name(content['schema'])} as {kind}.</p>"
        yield f"<pre>curl localhost:8000{escape(path)} --json '{escape(example)}'</pre>"
        return
    yield f"<p>Takes {kind}:</p><table>"
    for name, field in content["schema"]["properties"].items():
        words = field.get("description") or " ".join(field.get("enum", ()))
        yield f"<tr><td><code>{escape(name)}</code></td><td>{_words(words)}</td></tr>"
    examples = "".join(
        f" -F '{name}={field['example']}'"
        for name, field in content["schema"]["properties"].items()
        if "example" in field
    )
    yield f"</table><pre>curl localhost:8000{escape(path)} -F photo=@hand.jpg{escape(examples)}</pre>"


def _shapes(schemas: Mapping[str, Any]) -> Iterator[str]:
    for name, schema in sorted(schemas.items()):
        needed = schema.get("required", ())
        yield f'<section id="{name}"><h3>{name}</h3><p>{_words(schema.get("description", ""))}</p><table>'
        for field, inner in schema["properties"].items():
            mark = "" if field in needed else " optional"
            words = _words(inner.get("description", "")) + _listed(inner.get("oneOf", ()))
            yield f"<tr><td><code>{escape(field)}</code></td><td>{_name(inner)}{mark}</td><td>{words}</td></tr>"
        yield "</table></section>"


def _listed(values: Iterable[Mapping[str, Any]]) -> str:
    """Values, each with its meaning."""
    rows = "".join(
        f"<dt><code>{escape(one['const'])}</code></dt><dd>{_words(one['description'])}</dd>" for one in values
    )
    return f"<dl>{rows}</dl>" if rows else ""


def _words(text: str) -> str:
    """A description as HTML; what stands between backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _name(schema: Mapping[str, Any]) -> str:
    """A schema in a few words, linked where it has a name."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(map(_name, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_name(schema.get('items', {}))}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_name(schema['additionalProperties'])}"
    return str(schema.get("format", schema.get("type", "any")))
