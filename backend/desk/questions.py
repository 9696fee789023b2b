"""``/api/desk/questions``: what people asked without an open quote."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common.idempotency import create_once
from common.schema import creates
from desk.inputs import CallInput, SeenQuestionInput
from desk.serializers import CallOutput, QuestionOutput
from desk.services import log_inquiry_call
from desk.views import DeskView, newest_calls
from replies.models import Inquiry
from replies.services import set_inquiry_aside


class QuestionView(DeskView):
    """A question without a quote."""

    @extend_schema(responses=QuestionOutput)
    def get(self, request: Request, inquiry_id: UUID) -> Response:
        """Return everything that was written."""
        return Response(QuestionOutput.of(get_object_or_404(Inquiry, id=inquiry_id)))


class QuestionCallListView(DeskView):
    """The calls about a question without a quote."""

    @extend_schema(responses=CallOutput(many=True))
    def get(self, request: Request, inquiry_id: UUID) -> Response:
        """Return all calls, newest first."""
        inquiry = get_object_or_404(Inquiry, id=inquiry_id)
        return Response(CallOutput.of_each(newest_calls(inquiry.calls)))

    @creates(CallInput, CallOutput)
    def post(self, request: Request, inquiry_id: UUID) -> Response:
        """Log a call, text or email. Only one that reached the sender counts as a response; the others are tries."""
        form, by = self.parse(CallInput), signed_in(request.user)
        return create_once(
            request,
            f"calls of {inquiry_id}",
            lambda: CallOutput.of(log_inquiry_call(inquiry_id=inquiry_id, by=by, **form)),
        )


class QuestionNoReplyNeededView(DeskView):
    """``POST /api/desk/questions/{id}/no-reply-needed``."""

    @extend_schema(request=SeenQuestionInput, responses=QuestionOutput)
    def post(self, request: Request, inquiry_id: UUID) -> Response:
        """Leave the question without a reply."""
        form, by = self.parse(SeenQuestionInput), signed_in(request.user)
        return Response(QuestionOutput.of(set_inquiry_aside(inquiry_id=inquiry_id, by=by, **form)))
