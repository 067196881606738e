"""A server, and a Chromium that visits it: nothing may go wrong in the browser, or leave this machine."""

import itertools
from collections.abc import Callable
from urllib.parse import urlsplit

import installed
import pytest
from playwright.sync_api import Page, sync_playwright
from serving import Site

# Whatever a page asks for, no other machine is looked up.
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]


@pytest.fixture(scope="module")
def browser():
    """A Chromium for the tests of one file.

    It ends with the file: while Playwright runs, there is a running loop in this thread, and no test can start another.
    """
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=installed.browser(), args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server with the default options, for the tests of one file."""
    found = Site(tmp_path_factory.mktemp("site"))
    yield found
    found.kill()


@pytest.fixture
def serve(tmp_path):
    """Start another server: `serve("--max-runs", "1", SOLVENT_TOKEN="...")`."""
    sites: list[Site] = []

    def start(*options: str, **extra: str) -> Site:
        sites.append(Site(tmp_path / f"site{len(sites)}", *options, **extra))
        return sites[-1]

    yield start
    for each in sites:
        each.kill()


@pytest.fixture
def visit(browser):
    """Open an address as a new visitor, `visit(url, viewport=...)`; the test fails where the page does anything wrong.

    That is whatever a page says in its console as an error, throws, fails to load, or asks of another host. A test that
    expects something of it removes it from `page.wrong`.
    """
    contexts, wrong = [], []

    def open_page(url: str, **options) -> Page:
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | options))
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.wrong = []
        wrong.append(page.wrong)
        watch(page, urlsplit(url).netloc, page.wrong.append)
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert list(itertools.chain(*wrong)) == []


@pytest.fixture
def page(visit, site):
    """The page of the site, opened by a new visitor."""
    return visit(site.url)


def watch(page: Page, host: str, report: Callable[[str], None]) -> None:
    """Report what goes wrong on a page."""

    def requested(request):
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.netloc != host:
            report(f"asked another host: {request.url}")

    page.on("console", lambda message: message.type == "error" and report(f"console: {message.text}"))
    page.on("pageerror", lambda error: report(f"thrown: {error}"))
    page.on("requestfailed", lambda request: report(f"failed: {request.url}: {request.failure}"))
    page.on("request", requested)
    page.on("dialog", lambda dialog: (report(f"dialog: {dialog.message}"), dialog.dismiss()))
