"""The replies app."""

from django.apps import AppConfig


class RepliesConfig(AppConfig):
    """Replies by text or email, and missed calls. Emails arrive by anymail's signal."""

    name = "replies"
    verbose_name = "Replies"

    def ready(self) -> None:
        from anymail.signals import inbound

        from replies.mailbox import receive_email

        inbound.connect(lambda event, **kwargs: receive_email(event), weak=False, dispatch_uid="replies")
