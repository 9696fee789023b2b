"""The replies app."""

from django.apps import AppConfig


class RepliesConfig(AppConfig):
    """What people write back by text or email, and calls that nobody took. Anymail's signal brings the emails."""

    name = "replies"
    verbose_name = "Replies"

    def ready(self) -> None:
        from anymail.signals import inbound

        from replies.mailbox import receive_email

        inbound.connect(lambda event, **kwargs: receive_email(event), weak=False, dispatch_uid="replies")
