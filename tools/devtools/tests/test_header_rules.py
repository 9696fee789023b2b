"""Each rule of the header scores, with a response that meets it and one that breaks it."""

from dataclasses import replace
from typing import Any

import pytest

from devtools.attack.header_rules import RULES, Measured, score

GOOD_POLICY = "default-src 'none'; script-src 'self' 'sha256-x'; style-src 'self'; frame-ancestors 'none'"
GOOD = Measured(
    host="lights.example",
    headers={
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": GOOD_POLICY,
        "referrer-policy": "same-origin",
        "strict-transport-security": "max-age=31536000",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
    },
    cookies=["__Host-sessionid=x; Secure; HttpOnly; SameSite=Lax; Path=/"],
    body='<script src="/assets/a.js"></script><script>1</script>',
    redirect="https://lights.example/",
)
STRIPE = "https://js.stripe.com/endive/stripe.js"


def _with(**headers: str) -> Measured:
    return replace(GOOD, headers=GOOD.headers | {name.replace("_", "-"): text for name, text in headers.items()})


def _policy(text: str) -> Measured:
    return _with(content_security_policy=text)


def _cookie(line: str) -> Measured:
    return replace(GOOD, cookies=[line])


def _body(text: str) -> Measured:
    return replace(GOOD, body=text)


CASES: list[tuple[str, Measured, int]] = [
    ("content security policy", GOOD, 10),
    ("content security policy", _policy("default-src 'self'"), 5),
    ("content security policy", _policy("default-src 'self'; style-src 'unsafe-inline'"), 0),
    ("content security policy", _policy("default-src 'self'; style-src-attr 'unsafe-inline'"), 5),
    ("content security policy", _policy("default-src 'self'; script-src 'unsafe-inline'"), -20),
    ("content security policy", _policy("default-src 'self'; script-src 'unsafe-inline' 'nonce-x'"), 5),
    ("content security policy", _policy("default-src 'self'; script-src https:"), -20),
    ("content security policy", _policy("default-src 'self'; script-src 'unsafe-eval'"), -10),
    ("content security policy", _policy("default-src 'self'; connect-src http://x.example"), -20),
    ("content security policy", _policy("default-src 'self'; img-src http://x.example"), -10),
    ("content security policy", _policy("script-src 'self'"), -20),  # objects from anywhere
    ("content security policy", _policy(""), -25),
    ("cookies", GOOD, 5),
    ("cookies", replace(GOOD, cookies=[]), 0),
    ("cookies", _cookie("sessionid=x; HttpOnly; SameSite=Lax"), -40),
    ("cookies", _cookie("sessionid=x; Secure; SameSite=Lax"), -30),
    ("cookies", _cookie("theme=x; SameSite=Lax"), -20),
    ("cookies", _cookie("csrftoken=x; Secure"), -20),
    ("cross-origin sharing", GOOD, 0),
    ("cross-origin sharing", _with(access_control_allow_origin="*"), 0),
    (
        "cross-origin sharing",
        _with(access_control_allow_origin="https://x.example", access_control_allow_credentials="true"),
        -50,
    ),
    ("redirection", GOOD, 0),
    ("redirection", replace(GOOD, redirect=""), -20),
    ("redirection", replace(GOOD, redirect="http://lights.example/x"), -20),
    ("redirection", replace(GOOD, redirect="https://www.lights.example/"), -5),
    ("referrer policy", GOOD, 5),
    ("referrer policy", _with(referrer_policy=""), 0),
    ("referrer policy", _with(referrer_policy="unsafe-url"), -5),
    ("strict transport security", GOOD, 0),
    ("strict transport security", _with(strict_transport_security="max-age=86400"), -10),
    ("strict transport security", _with(strict_transport_security="yes"), -20),
    ("subresource integrity", GOOD, 0),
    ("subresource integrity", _with(content_type="application/json"), 0),
    ("subresource integrity", _body(f'<script src="{STRIPE}" integrity="sha256-x"></script>'), 5),
    ("subresource integrity", _body(f'<script src="{STRIPE}"></script>'), -5),
    ("subresource integrity", _body('<script src="http://x.example/a.js" integrity="sha256-x"></script>'), -20),
    ("subresource integrity", _body('<script src="//x.example/a.js"></script>'), -50),
    ("content type options", GOOD, 0),
    ("content type options", _with(x_content_type_options="sniff"), -5),
    ("frames", GOOD, 5),
    ("frames", _with(content_security_policy="default-src 'self'", x_frame_options="DENY"), 0),
    ("frames", _policy("frame-ancestors *"), -20),
    ("cross-origin resource policy", GOOD, 10),
    ("cross-origin resource policy", _with(cross_origin_resource_policy="cross-origin"), 0),
    ("cross-origin resource policy", _with(cross_origin_resource_policy="ours"), -5),
]


@pytest.mark.parametrize(("rule", "measured", "points"), CASES)
def test_rule_gives_its_points(rule: str, measured: Measured, points: int) -> None:
    assert RULES[rule](measured)[0] == points


def test_each_rule_has_an_example_that_meets_it_and_one_that_breaks_it() -> None:
    for name in RULES:
        points = [points for rule, _, points in CASES if rule == name]
        assert max(points) >= 0, name
        assert min(points) < 0, name


def test_bonus_counts_from_90_points_on() -> None:
    assert score(GOOD)[0] == 135
    assert score(_with(x_content_type_options="none"))[0] == 130
    assert score(_policy(""))[0] == 55  # without the policy, nothing limits who may frame it either


def test_page_without_any_header_has_no_points_left() -> None:
    bare: Any = Measured(host="x", headers={}, cookies=["sessionid=x"])
    assert score(bare)[0] == 0
