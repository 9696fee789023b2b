"""Saved replies, shared by all staff."""

from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404

from common.unset import UNSET, Unset, assign
from desk.models import SavedReply


def save_reply(*, title: str, text: str) -> SavedReply:
    """Save a reply."""
    return SavedReply.objects.create(title=title, text=text)


@transaction.atomic
def change_reply(*, reply_id: UUID, title: str | Unset = UNSET, text: str | Unset = UNSET) -> SavedReply:
    """Change a saved reply. Raises Http404."""
    reply = get_object_or_404(SavedReply.objects.select_for_update(), id=reply_id)
    assign(reply, title=title, text=text)
    reply.save()
    return reply


def delete_reply(*, reply_id: UUID) -> None:
    """Delete a saved reply. Raises Http404."""
    get_object_or_404(SavedReply, id=reply_id).delete()
