"""Attacks: no other site, no other user and no record reaches what only the person should."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator

import httpx2
import pytest
from starlette.routing import Route

from console.conftest import Client, Served
from rebost.console import guard
from rebost.console.app import application
from rebost.console.door import Door
from rebost.console.guard import Guard
from rebost.console.pages import PAGES, switching

_CHANGES = [
    route.path
    for page in (*PAGES, switching.page)
    for route in page.routes
    if isinstance(route, Route) and "POST" in (route.methods or ())
]
"""Every address that changes something."""


def _filled(path: str) -> str:
    return path.replace("{", "").replace("}", "")


@pytest.fixture
def stranger(served: Served) -> Iterator[httpx2.Client]:
    """Someone on this machine who doesn't know the secret."""
    with httpx2.Client(base_url=served.address, timeout=60) as opened:
        yield opened


def test_nobody_sees_a_page_without_the_secret(served: Served, stranger: httpx2.Client) -> None:
    for path in ("/", "/test", "/records", "/nowhere", "/enter", "/enter?secret=", "/enter?secret=wrong"):
        answer = stranger.get(path)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
        assert str(served.memory.path) not in answer.text
    stranger.cookies.set(served.door.cookie_name, served.door.secret)
    assert stranger.get("/test").status_code == 403


@pytest.mark.parametrize(
    "path", ["/static/../test", "/static/%2e%2e/test", "//test", "/static/../../app.py", "/static/nowhere", "/static/"]
)
def test_no_spelling_of_an_address_leads_around_the_guard(served: Served, path: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.door.port, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status in {403, 404}
        body = answer.read().decode()
        for word in (served.door.token, str(served.memory.path), 'id="question"', "from __future__"):
            assert word not in body
    finally:
        connection.close()


def test_the_opening_address_gives_a_cookie_that_no_script_and_no_other_site_can_use(
    served: Served, stranger: httpx2.Client
) -> None:
    answer = stranger.get("/enter", params={"secret": served.door.secret})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert served.door.secret not in cookie
    assert stranger.get("/test").status_code == 200


def test_a_ticket_for_the_browser_opens_once(served: Served) -> None:
    ticket = served.door.ticket()
    assert httpx2.get(f"{served.address}/enter?secret={ticket}").status_code == 200
    assert httpx2.get(f"{served.address}/enter?secret={ticket}").status_code == 403


def test_each_console_has_its_own_secrets_and_cookie() -> None:
    one, other = Door("127.0.0.1", 8001), Door("127.0.0.1", 8002)
    assert len({one.secret, other.secret, one.session, other.session, one.token, other.token}) == 6
    assert one.cookie_name != other.cookie_name
    assert not other.opens(one.secret)
    assert not other.knows(one.session)
    assert not other.offered(one.token)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}", "127.0.0.1", ""]
)
def test_a_name_that_was_made_to_lead_here_gets_nothing(served: Served, client: Client, host: str) -> None:
    given = host.format(port=served.door.port)
    answer = client.get("/test", headers={"Host": given})
    assert (answer.status_code, answer.text) == (403, "")
    assert client.get("/static/console.css", headers={"Host": given}).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_it_answers_by_the_names_of_this_machine(served: Served, client: Client, host: str) -> None:
    assert client.get("/test", headers={"Host": f"{host}:{served.door.port}"}).status_code == 200


def test_beyond_this_machine_it_answers_by_addresses_and_its_own_name_only() -> None:
    door = Door("0.0.0.0", 8001)
    assert door.is_ours("192.168.1.7:8001")
    assert door.is_ours("[fe80::1]:8001")
    assert not door.is_ours("evil.example:8001")
    assert not Door("127.0.0.1", 8001).is_ours("192.168.1.7:8001")
    assert Door("::1", 8001).is_ours("[::1]:8001")


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}", ""]
)
def test_another_sites_page_neither_reads_nor_changes(served: Served, client: Client, origin: str) -> None:
    headers = {"Origin": origin.format(port=served.door.port)}
    assert client.get("/test", headers=headers).status_code == 403
    form = {"token": served.door.token, "language": "ca", "back": "/"}
    assert client.post("/language", data=form, headers=headers).status_code == 403


def test_a_change_without_an_origin_is_refused(served: Served, client: Client) -> None:
    form = {"token": served.door.token, "language": "ca", "back": "/"}
    assert client.post("/language", data=form).status_code == 403


@pytest.mark.parametrize("path", _CHANGES)
@pytest.mark.parametrize("token", [None, "", "0" * 64])
def test_no_change_without_the_token_of_our_own_forms(
    served: Served, client: Client, path: str, token: str | None
) -> None:
    fields = {} if token is None else {"token": token}
    answer = client.post(_filled(path), data=fields, headers={"Origin": served.address})
    assert answer.status_code == 403


@pytest.mark.parametrize("path", _CHANGES)
def test_no_change_by_a_link(client: Client, path: str) -> None:
    answer = client.get(_filled(path), params={"token": "x"})
    assert answer.status_code in {200, 303, 404, 405}
    assert answer.request.method == "GET"


def test_every_address_is_behind_the_guard_and_every_change_is_a_form(served: Served) -> None:
    assert isinstance(application(served.memory, served.door), Guard)
    for page in (*PAGES, switching.page):
        for route in page.routes:
            assert isinstance(route, Route)
            assert route.methods in ({"GET", "HEAD"}, {"POST"})


@pytest.mark.parametrize("path", ["/test", "/nowhere", "/enter", "/static/console.js", "/test?limit=x"])
def test_every_answer_keeps_scripts_frames_and_other_sites_out(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == ("no-cache" if path.startswith("/static") else "no-store")
    assert "server" not in headers


def test_what_a_record_or_a_question_holds_is_shown_and_never_obeyed(served: Served, client: Client) -> None:
    attack = "<script>alert(1)</script><img src=http://evil.example/x onerror=alert(1)>"
    record = served.memory.remember(f"El codi {attack} és al calaix de la cuina.")
    try:
        answer = client.get("/test", params={"question": f'el codi del calaix "{attack}', "project": attack})
        assert record.id in client.get("/test", params={"question": "el codi del calaix de la cuina"}).text
    finally:
        served.memory.forget(record.id, now=True)
    assert "<script>alert" not in answer.text
    assert "<img src=http" not in answer.text
    assert " style=" not in answer.text
    assert " onerror=" not in answer.text.replace("&lt;img src=http://evil.example/x onerror=alert(1)&gt;", "")


@pytest.mark.parametrize(
    "back", ["http://evil.example/", "//evil.example", "/\\evil.example", "evil.example", "javascript:x", ""]
)
def test_after_a_change_it_goes_on_to_a_page_of_its_own(served: Served, client: Client, back: str) -> None:
    answer = client.submit("/language", language="ca", back=back)
    assert answer.status_code == 303
    place = answer.headers["location"]
    assert place.startswith("/")
    assert not place.startswith(("//", "/\\"))


def test_a_form_that_is_too_large_or_doesnt_say_how_large_it_is_isnt_read(
    served: Served, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = {"Origin": served.address, "Content-Type": "application/x-www-form-urlencoded"}
    monkeypatch.setattr(guard, "MOST_BODY", 200)
    assert client.submit("/language", language="ca").status_code == 303
    assert client.submit("/language", language="c" * 200).status_code == 413
    assert client.post("/language", content=iter([b"token=x"]), headers=headers).status_code == 413


def test_a_message_in_an_address_is_one_of_ours_or_none(client: Client) -> None:
    assert 'class="notice"' not in client.get("/test", params={"done": "evil"}).text
    assert 'class="notice"' in client.get("/marks", params={"done": "unmarked"}).text


def test_an_error_of_ours_tells_nothing_and_keeps_the_headers(
    served: Served, client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("what a record says")

    monkeypatch.setattr(served.memory, "examine", broken)
    answer = client.get("/test", params={"question": "x"})
    assert answer.status_code == 500
    assert "what a record says" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    deadline = time.monotonic() + 10  # it is logged once the answer is sent
    while not caplog.records and time.monotonic() < deadline:
        time.sleep(0.02)
    assert caplog.records
