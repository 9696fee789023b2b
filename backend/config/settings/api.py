"""The API: framework, schema and limits."""

from django.core.exceptions import ImproperlyConfigured

from config import env, version
from config.settings.base import DEVELOPMENT
from config.settings.messages import INBOUND_EMAIL_PROVIDER

VERSION = version.VERSION
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["common.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["common.json.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["common.json.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "common.json.JSONOnly",
    "DEFAULT_SCHEMA_CLASS": "common.schema.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": None,
    "EXCEPTION_HANDLER": "common.errors.handle_api_error",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Seacoast Holiday Lights",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.1",
    "DESCRIPTION": "Quotes, tree orders, visits, invoices and storage. Money in US dollars, instants in UTC.",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "common.schema.add_errors"],
    "ENUM_NAME_OVERRIDES": {
        "QuoteStatus": "quotes.models.QuoteStatus",
        "ServicePackage": "quotes.models.ServicePackage",
        "CommunicationPreference": "texts.models.CommunicationPreference",
        "WhatsNextKind": "whatsnext.items.ItemKind",
        "QuoteStep": "quotes.models.QuoteStep",
        "LineUnit": "quotes.models.LineUnit",
        "LineChangeKind": "quotes.proposals.copies.LineChangeKind",
        "AcceptanceChannel": "quotes.models.AcceptanceChannel",
        "DeclineReason": "quotes.models.DeclineReason",
        "NextStep": "quotes.progress.NextStep",
        "JobStatus": "jobs.models.JobStatus",
        "JobKind": "jobs.models.JobKind",
        "CallOutcome": "desk.models.CallOutcome",
        "CallChannel": "desk.models.CallChannel",
        "QueueKind": "desk.models.QueueKind",
        "TextConsentMethod": "texts.models.ConsentMethod",
        "MessageStatus": "notifications.models.MessageStatus",
        "MessageChannel": "notifications.models.Channel",
        "PreviewState": "desk.message_preview.PreviewState",
        "CustomerKind": "desk.customers.CustomerKind",
        "TreeOrderStatus": "trees.models.TreeOrderStatus",
        "TreeSizeId": "trees.models.TreeSize",
        "StorageChargeStatus": "storage.models.StorageChargeStatus",
        "StoragePlanId": "storage.models.StoragePlan",
        "InvoiceStatus": "invoices.models.InvoiceStatus",
        "AddressStatus": "accounts.models.AddressStatus",
        "PaymentMethod": "payments.models.PaymentMethod",
        "DoorMethod": "trees.models.DoorMethod",
        "PaymentStatus": "payments.models.PaymentStatus",
        "InstallationState": "common.doctor.State",
        "StripeEventState": "payments.models.EventState",
        "SubscriptionStatus": "payments.states.SubscriptionStatus",
    },
}
MAX_BODY_BYTES = 256 * 1024  # far larger than any valid body; anything over it is a 413
# Emails come with pictures. The web process accepts bodies this large only with the secret (config.incoming_request).
INBOUND_EMAIL_BYTES = 40 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = INBOUND_EMAIL_BYTES if INBOUND_EMAIL_PROVIDER else MAX_BODY_BYTES

# Anonymous writes per client address, and for all addresses together. Beyond the latter, each needs a proof of work.
THROTTLE_PER_MINUTE = env.number("THROTTLE_PER_MINUTE", 10, least=1)
THROTTLE_PER_HOUR = env.number("THROTTLE_PER_HOUR", 60, least=1)
THROTTLE_ALL_PER_HOUR = env.number("THROTTLE_ALL_PER_HOUR", 1200, least=0)
THROTTLES = not env.flag("DISABLE_THROTTLES")
if not THROTTLES and not DEVELOPMENT:
    raise ImproperlyConfigured("DISABLE_THROTTLES is for load tests; it is refused outside DEBUG")
