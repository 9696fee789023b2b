"""Link previews of shared looks: what messaging apps show for a link such as ``/?design=p-warm-wt``."""

from django.http import HttpRequest

from common.spa import LinkPreview
from looks.look import parse_code


def preview_of_link(request: HttpRequest) -> LinkPreview | None:
    """Return the preview for a home page link with a look, None for one without."""
    look = parse_code(request.GET.get("design", ""))
    if look is None:
        return None
    return LinkPreview(path=look.link, title=look.description, image_path=look.picture_path("preview.jpg"))
