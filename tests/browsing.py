"""The report in a real browser: its requests, its errors, its accessibility."""

import os
import shutil
from contextlib import contextmanager

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PROGRAM = next(filter(None, map(shutil.which, NAMES)), None)
WIDTHS = (360, 768, 1280)

UNFOLDED = "document.querySelectorAll('details').forEach(fold => fold.open = true)"


@pytest.fixture(scope="session")
def browser():
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if PROGRAM is None:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is installed")
    safe = ["--no-sandbox"] if os.geteuid() == 0 else []
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=PROGRAM, args=safe)
        yield started
        started.close()


@contextmanager
def opened(browser, path, **options):
    """Open a page, and check that it requests nothing else and logs no error."""
    context = browser.new_context(**options)
    page = context.new_page()
    requests, complaints = [], []
    page.on("request", lambda request: requests.append(request.url.partition("#")[0]))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(path.as_uri())
    yield page
    assert set(requests) <= {path.as_uri(), "about:blank"}
    assert complaints == []
    context.close()


def overflow(page):
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


def violations(page):
    """The rules of axe-core that the unfolded page violates, each with an example."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe-core")
    page.evaluate(UNFOLDED)
    found = axe.Axe().run(page).response["violations"]
    return {rule["id"]: rule["nodes"][0]["html"] for rule in found}
