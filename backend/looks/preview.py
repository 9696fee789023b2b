"""The preview of a shared look: what messengers show for a link such as ``/?design=p-warm-wt``."""

from django.http import HttpRequest

from common.spa import LinkPreview
from looks.look import parse_code


def preview_of_link(request: HttpRequest) -> LinkPreview | None:
    """Return the preview of the look that a link to the home page names, None if it names none."""
    look = parse_code(request.GET.get("design", ""))
    if look is None:
        return None
    return LinkPreview(path=look.link, title=look.description, image_path=look.picture_path("preview.jpg"))
