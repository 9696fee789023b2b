"""The trees app."""

from django.apps import AppConfig


class TreesConfig(AppConfig):
    """Register claims of guests' tree orders, private links, and card payments."""

    name = "trees"

    def ready(self) -> None:
        from accounts.claims import register_claims
        from links.models import LinkKind
        from links.resources import register
        from payments.hooks import Purpose, register_owned, register_purpose, register_recorded_payments
        from texts.requests import register_requests
        from trees import card, payment_emails
        from trees.cancellation import still_refunds
        from trees.history import recorded_payments
        from trees.models import PURPOSE, TreeOrder
        from trees.private_links import TREE_ORDERS
        from trees.recording import keep_owed
        from trees.texts import newest_asked

        register_claims(TreeOrder, field="customer_email")
        register(LinkKind.TREE_ORDER, TREE_ORDERS)
        # Our own receipt says what is still due (trees.payment_emails). Stripe's would be a second one.
        register_purpose(
            PURPOSE,
            Purpose(
                due=card.payable_amount,
                settle=card.record_card_payment,
                own_receipt=True,
                plan_refund_email=card.tell_refund,
                keep=keep_owed,
                still_refunds=still_refunds,
                resolve_assignee=card.adopts,
                customer=card.customer,
                after_loss=payment_emails.after_loss,
            ),
        )
        register_owned(PURPOSE, lambda user: TreeOrder.objects.owned_by(user).values("id"))
        register_recorded_payments(PURPOSE, recorded_payments)
        register_requests(newest_asked)
