"""``/api/desk/questions``: questions of people without an open quote."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common.views import AdminView
from desk.inputs import SeenQuestionInput
from desk.serializers import QuestionOutput
from replies.models import Inquiry
from replies.services import set_inquiry_aside


class QuestionView(AdminView):
    """``GET /api/desk/questions/{id}``."""

    @extend_schema(responses=QuestionOutput)
    def get(self, request: Request, inquiry_id: UUID) -> Response:
        """Return a question with all its entries."""
        return Response(QuestionOutput.of(get_object_or_404(Inquiry, id=inquiry_id)))


class QuestionNoReplyNeededView(AdminView):
    """``POST /api/desk/questions/{id}/no-reply-needed``."""

    @extend_schema(request=SeenQuestionInput, responses=QuestionOutput)
    def post(self, request: Request, inquiry_id: UUID) -> Response:
        """Close the question without a reply."""
        form, by = self.parse(SeenQuestionInput), signed_in(request.user)
        return Response(QuestionOutput.of(set_inquiry_aside(inquiry_id=inquiry_id, by=by, **form)))
