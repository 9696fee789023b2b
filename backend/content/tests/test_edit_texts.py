"""An owner edits the texts of /faq, /terms and /privacy. Older versions stay readable."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.db import Error
from django.test import Client
from rest_framework.test import APIClient

from catalog.catalog import PACKAGES, STORAGE_PLANS, TREE_SIZES
from common.permissions import NOT_OWNER
from content.models import TextVersion
from content.tests.conftest import Edit
from testing.helpers import in_threads

TERMS = "/api/desk/texts/terms"
FAQ = "/api/desk/texts/faq"
PAGE = """<!DOCTYPE html><nav><ul>@@text.faq.contents@@</ul></nav><main>@@text.faq.html@@</main>
<script type="application/ld+json">{"@type": "FAQPage", "mainEntity": ["@@text.faq.questions@@"]}</script>"""
NEW = """## Prices

### What is it?

Call *us* at {phone}.

[Get your quote](/quote)

## Prices

### Snow?

[Yes](/quote), of course."""


@pytest.fixture
def write(admin_client: APIClient, django_capture_on_commit_callbacks: Any) -> Any:
    """Save a text as an owner who has seen the newest version."""

    def put(path: str, markdown: str) -> Any:
        seen = admin_client.get(path).json()["updatedAt"]
        with django_capture_on_commit_callbacks(execute=True):
            return admin_client.put(path, {"updatedAt": seen, "markdown": markdown}, format="json")

    return put


@pytest.fixture
def build(tmp_path: Path, settings: Any) -> None:
    """A web client with one page."""
    settings.CLIENT_BUILD_DIR, settings.SECURE_SSL_REDIRECT = tmp_path, False
    (tmp_path / "routes.json").write_text(json.dumps({"prerendered": ["/faq"], "clientRendered": ["/x"]}))
    (tmp_path / "faq").mkdir()
    (tmp_path / "faq" / "index.html").write_text(PAGE)


def _data(text: str) -> Any:
    return json.loads(re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL)[0])


@pytest.mark.usefixtures("build")
def test_page_shows_the_new_text_with_sections_and_questions(write: Any) -> None:
    before = Client().get("/faq")
    assert "We use clips, not staples" in before.text
    assert len(_data(before.text)["mainEntity"]) == 26
    assert write(FAQ, NEW).status_code == 200
    after = Client().get("/faq")
    assert after["ETag"] != before["ETag"]
    assert '<ul><li><a href="#prices">Prices</a></li><li><a href="#prices-2">Prices</a></li></ul>' in after.text
    assert '<section aria-labelledby="prices"><h2 id="prices">Prices</h2>' in after.text
    assert "<p>Call <em>us</em> at (603) 555-0148.</p>" in after.text
    assert '<p class="lone-link"><a href="/quote">Get your quote</a></p>' in after.text
    assert '<p><a href="/quote">Yes</a>, of course.</p>' in after.text
    assert _data(after.text)["mainEntity"] == [
        {
            "@type": "Question",
            "name": name,
            "acceptedAnswer": {"@type": "Answer", "text": answer},
        }
        for name, answer in [("What is it?", "Call us at (603) 555-0148."), ("Snow?", "Yes, of course.")]
    ]


@pytest.mark.usefixtures("build")
def test_answer_ends_with_the_next_heading(write: Any) -> None:
    sections = """## Intro

Nobody asked this.

### Deposit?

A quarter.

At once.

### No answer yet?

## Contact

Call us.

### Where?

Here.

### Nor to this?"""
    assert write(FAQ, sections).status_code == 200
    asked = _data(Client().get("/faq").text)["mainEntity"]
    assert {each["name"]: each["acceptedAnswer"]["text"] for each in asked} == {
        "Deposit?": "A quarter. At once.",
        "Where?": "Here.",
    }


@pytest.mark.usefixtures("build")
def test_placeholders_show_current_details_and_prices(write: Any, edit: Edit) -> None:
    write(FAQ, "## A\n\n### B?\n\n{ phone }, {cities}, {price of Smart Timers}, `{name}`")
    edit(phone="(603) 555-0177", cities=["Rye", "Dover"], name="Ray's <Lights>")
    assert (
        "<p>(603) 555-0177, Rye and Dover, from $25, <code>Ray's &lt;Lights&gt;</code></p>" in Client().get("/faq").text
    )
    edit(phone="(603) 555-0177", cities=["Rye"])
    assert "<p>(603) 555-0177, Rye, from $25" in Client().get("/faq").text


@pytest.mark.usefixtures("build")
def test_placeholders_are_filled_in_link_targets(write: Any) -> None:
    saved = write(FAQ, "## A\n\n### B?\n\n[Call](tel:{phone}), [write](mailto:{email}) or [look](/faq#%7Bc%7D)")
    assert saved.status_code == 200
    page = Client().get("/faq").text
    assert '<a href="tel:(603)%20555-0148">Call</a>, <a href="mailto:hello@seacoastholidaylights.example">write' in page
    assert '<a href="/faq#%7Bc%7D">look</a>' in page


@pytest.mark.parametrize("part", ["- ## B\n\n  C", "> ## B\n>\n> C"])
def test_heading_in_a_list_or_quotation_starts_no_section(admin_client: APIClient, part: str) -> None:
    text = {"markdown": f"## A & <B>\n\n{part}\n\nD"}
    seen = admin_client.post(f"{TERMS}/preview", text, format="json").json()
    assert seen["contents"] == '<li><a href="#a-b">A &amp; &lt;B&gt;</a></li>'
    assert seen["html"].count("<section") == 1
    assert "<h2>B</h2>" in seen["html"]


def test_built_in_faq_has_the_names_and_prices_of_the_catalog(guest: APIClient) -> None:
    html = guest.get("/api/texts/faq").json()["html"]
    for item in (*PACKAGES, *STORAGE_PLANS, *TREE_SIZES):
        assert item.name in html
    assert "Modest 6 ft Standard Tree: $70 plus $30 delivery, $100 in all (drop-off delivery)." in html
    assert "Basic Installation (you own the lights, we put them up and take them down) starts at $299." in html
    assert "Consumer is $15 per month" in html
    assert "{" not in html


def test_page_links_to_the_full_text_elsewhere(edit: Edit, guest: APIClient) -> None:
    assert "summary" not in guest.get("/api/texts/terms").json()["html"]
    edit(termsUrl="https://lights.example/terms(1)<2>.pdf?a=1&b=2")
    link = '<a href="https://lights.example/terms(1)%3C2%3E.pdf?a=1&amp;b=2">our full terms</a>'
    assert f"{link}, which takes precedence.</p>\n</section>" in guest.get("/api/texts/terms").json()["html"]
    assert "summary" not in guest.get("/api/texts/privacy").json()["html"]


def test_link_to_the_full_text_is_never_part_of_what_comes_before(edit: Edit, admin_client: APIClient) -> None:
    edit(termsUrl="https://lights.example/terms.pdf")
    text = {"markdown": "## A\n\n```\nCode without an end"}
    seen = admin_client.post(f"{TERMS}/preview", text, format="json").json()
    assert '<a href="https://lights.example/terms.pdf">our full terms</a>' in seen["html"]


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("a <img src=x onerror=alert(1)>", "<p>a &lt;img src=x onerror=alert(1)&gt;</p>"),
        ("[a](javascript:alert(1))", "<p>[a](javascript:alert(1))</p>"),
        ("[a](/quote) or [b](/faq)", '<p><a href="/quote">a</a> or <a href="/faq">b</a></p>'),
        ("[a](//evil.example)", "<p>[a](//evil.example)</p>"),
        ("![a](https://evil.example/x.png)", '<p>!<a href="https://evil.example/x.png">a</a></p>'),
        ("@@business.phone@@", "<p>@@business.phone@@</p>"),
        ('x data-if="" y', "<p>x data-if=&quot;&quot; y</p>"),
    ],
)
@pytest.mark.usefixtures("build")
def test_pasted_text_cannot_run_or_load_anything(write: Any, markdown: str, shown: str) -> None:
    write(FAQ, f"## A\n\n### B?\n\n{markdown}")
    assert shown in Client().get("/faq").text


@pytest.mark.parametrize(
    ("path", "markdown", "message"),
    [
        (TERMS, " ", "Write something"),
        (TERMS, "Hello", "Start with a heading, such as ## Our terms"),
        (TERMS, "## A\n\n# B", "Start headings with ## instead of #: the page already has a title"),
        (TERMS, "## A\n\n##\n\nB", "Write something in each heading"),
        (
            TERMS,
            "## A\n\n## **{hours}** {address}\n\nB",
            "The heading {hours} {address} can be blank. Write something else in it too",
        ),
        (TERMS, "## A\n\n{fax}", "{fax} is not a placeholder. Pick one from the list, or remove the braces"),
        (TERMS, "## A\n\nOpen {hours}.", "{hours} is empty. Fill it in under Business first, or leave it out"),
        (FAQ, "## A\n\nB", "Write at least one question, such as ### When do I pay?"),
    ],
)
def test_invalid_text_is_rejected(write: Any, admin_client: APIClient, path: str, markdown: str, message: str) -> None:
    for refused in (
        write(path, markdown),
        admin_client.post(f"{path}/preview", {"markdown": markdown}, format="json"),
    ):
        assert (refused.status_code, refused.json()["errors"]) == (400, {"markdown": [message]})
    assert not TextVersion.objects.exists()


def test_preview_stores_nothing(admin_client: APIClient, guest: APIClient) -> None:
    seen = admin_client.post(f"{TERMS}/preview", {"markdown": "## A\n\nCall {phone}"}, format="json").json()
    assert "<p>Call (603) 555-0148</p>" in seen["html"]
    assert seen["contents"] == '<li><a href="#a">A</a></li>'
    assert "Requesting a quote is free" in guest.get("/api/texts/terms").json()["html"]


def test_versions_have_author_and_date_and_stay_readable(write: Any, admin_client: APIClient) -> None:
    first = admin_client.get(TERMS).json()
    assert (first["number"], first["updatedAt"], first["updatedBy"]) == (1, None, None)
    assert {"name": "phone", "value": "(603) 555-0148"} in first["placeholders"]
    assert {"name": "address", "value": ""} in first["placeholders"], "also those without a value yet"
    assert write(FAQ, NEW).json()["number"] == 2
    assert admin_client.get(TERMS).json() == first, "each page has its own versions"
    assert admin_client.get(f"{TERMS}/versions/2").status_code == 404
    write(TERMS, "## A\n\nOne")
    shown = {page: admin_client.get(f"/api/texts/{page}").json()["html"] for page in ("faq", "terms")}
    assert ["What is it?" in html for html in shown.values()] == [True, False]
    assert ["<p>One</p>" in html for html in shown.values()] == [False, True]
    written = write(TERMS, "## A\n\nTwo").json()
    assert write(TERMS, "## A\n\nTwo").json() == written  # no difference, so no version
    assert (written["number"], written["updatedBy"], written["markdown"]) == (3, "Ada Admin", "## A\n\nTwo")
    rows = admin_client.get(f"{TERMS}/versions").json()
    assert [(row["number"], row["by"]) for row in rows] == [(3, "Ada Admin"), (2, "Ada Admin")]
    assert rows[0]["createdAt"] == written["updatedAt"]
    assert "<p>One</p>" in admin_client.get(f"{TERMS}/versions/2").json()["html"]
    assert admin_client.get(f"{TERMS}/versions/1").json()["markdown"] == first["markdown"]
    assert admin_client.get(f"{TERMS}/versions/4").status_code == 404
    with pytest.raises(Error, match="never changed"):
        TextVersion.objects.all().delete()


def test_office_staff_cannot_edit_texts(office_client: APIClient) -> None:
    refused = office_client.put(TERMS, {"updatedAt": None, "markdown": "## A"}, format="json")
    assert (refused.status_code, refused.json()["message"]) == (403, NOT_OWNER)


def test_unknown_page_is_not_found(admin_client: APIClient) -> None:
    for path in ("/api/texts/quote", "/api/desk/texts/quote", "/api/desk/texts/quote/versions/1"):
        assert admin_client.get(path).status_code == 404


def test_text_based_on_an_older_version_is_refused(write: Any, admin_client: APIClient) -> None:
    write(TERMS, "## A\n\nOne")
    refused = admin_client.put(TERMS, {"updatedAt": None, "markdown": "## B"}, format="json")
    assert refused.status_code == 409
    assert admin_client.get(TERMS).json()["markdown"] == "## A\n\nOne"


@pytest.mark.django_db(transaction=True)
def test_only_one_of_concurrent_texts_is_saved(admin_client: APIClient) -> None:
    def save(number: int) -> int:
        client = APIClient()
        client.cookies = admin_client.cookies
        return client.put(TERMS, {"updatedAt": None, "markdown": f"## A{number}"}, format="json").status_code

    assert sorted(in_threads(3, save)) == [200, 409, 409]
    assert TextVersion.objects.get().number == 2


def test_detail_that_a_text_shows_cannot_be_blanked(write: Any, edit: Edit, admin_client: APIClient) -> None:
    for field, placeholder, value in (
        ("openingHours", "{hours}", "Mo-Fr 08:00-17:00"),
        ("address", "{address}", "1 Pier Road"),
    ):
        assert edit(**{field: value}).status_code == 200
        assert write(TERMS, f"## A\n\nWe're open {placeholder}.").status_code == 200
        refused = edit(**{field: ""})
        assert (refused.status_code, refused.json()["errors"]) == (
            400,
            {field: [f"The text of /terms has {placeholder}. Take it out there first"]},
        )
        assert write(TERMS, "## A\n\nB").status_code == 200
        assert edit(**{field: ""}).status_code == 200
