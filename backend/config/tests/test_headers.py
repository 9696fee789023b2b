"""Security headers of responses."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from common.headers import NOTHING


@pytest.mark.parametrize("path", ["/api/catalog", "/api/quotes", "/api/nothing", "/api/schema/"])
def test_json_response_cannot_load_anything_or_be_framed(guest: APIClient, path: str) -> None:
    headers = guest.get(path).headers
    assert headers["Content-Security-Policy"] == NOTHING
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/accounts/login/", "/robots.txt", "/f/unknown", "/backoffice/login/"])
def test_page_cannot_be_embedded_by_other_sites(db: None, client: Client, path: str) -> None:
    assert client.get(path).headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_picture_in_an_email_can_be_embedded_by_webmail(guest: APIClient) -> None:
    response = guest.get("/api/looks/p-warm-wt/thumbnail.jpg")
    assert response.status_code == 200, response.content
    assert "Cross-Origin-Resource-Policy" not in response.headers
