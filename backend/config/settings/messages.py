"""Emails and texts, in both directions."""

from django.core.exceptions import ImproperlyConfigured

from config import env
from config.settings.base import DEVELOPMENT

EMAIL_BACKEND = "notifications.backends.OutboxBackend"  # every email is stored first
DELIVERY_BACKEND, DELIVERY_OPTIONS = env.mail(env.text("EMAIL_URL", "folder:"), development=DEVELOPMENT)
# For `manage.py doctor`: the names under which providers publish their keys, and the name server to query
# ("host:port", by default the machine's own).
DKIM_SELECTORS = env.words(
    "DKIM_SELECTORS",
    ["default", "dkim", "mail", "google", "selector1", "selector2", "k1", "k2", "k3", "s1", "s2", "pm", "mx", "mta",
     "fm1", "fm2", "protonmail", "zoho", "mandrill", "smtp", "krs", "scph1118", "mailjet", "brevo1", "brevo2"],
)  # fmt: skip
DNS_SERVER = env.text("DNS_SERVER")

# Texts go through Twilio once the business's number is registered with the US carriers, which block it until then.
TWILIO_ACCOUNT_SID = env.text("TWILIO_ACCOUNT_SID")
TWILIO_AUTH_TOKEN = env.text("TWILIO_AUTH_TOKEN")
TWILIO_NUMBER = env.phone_number("TWILIO_NUMBER")
TWILIO_API_URL = env.text("TWILIO_API_URL", "https://api.twilio.com")
SMS_REGISTERED = env.flag("SMS_REGISTERED")
_twilio = {"TWILIO_ACCOUNT_SID": TWILIO_ACCOUNT_SID, "TWILIO_AUTH_TOKEN": TWILIO_AUTH_TOKEN}
_twilio["TWILIO_NUMBER"] = TWILIO_NUMBER
if SMS_REGISTERED and (_not_set := [name for name, value in _twilio.items() if not value]):
    raise ImproperlyConfigured(f"SMS_REGISTERED is 1: {', '.join(_not_set)} must be set as well")
# The demo counts as registered and writes texts to files next to its emails, unless it is set up to use Twilio.
TEXTS_TO_FOLDER = DEVELOPMENT and not SMS_REGISTERED

# Replies to emails arrive through an email provider's webhook, each at a unique address in this domain. The secret
# is "name:password", for the webhook's basic authentication; Mailgun signs its webhooks as well.
INBOUND_EMAIL_PROVIDERS = {  # to the modules and classes of django-anymail
    "mailgun": "mailgun.Mailgun",
    "mailjet": "mailjet.Mailjet",
    "postmark": "postmark.Postmark",
    "sendgrid": "sendgrid.SendGrid",
    "sparkpost": "sparkpost.SparkPost",
}
INBOUND_EMAIL_PROVIDER = env.text("INBOUND_EMAIL_PROVIDER").lower()
INBOUND_EMAIL_DOMAIN = env.text("INBOUND_EMAIL_DOMAIN").lower()
INBOUND_EMAIL_SECRET = env.text("INBOUND_EMAIL_SECRET")
INBOUND_EMAIL_SIGNING_KEY = env.text("INBOUND_EMAIL_SIGNING_KEY")
env.check_inbound_email(
    INBOUND_EMAIL_PROVIDER,
    sorted(INBOUND_EMAIL_PROVIDERS),
    domain=INBOUND_EMAIL_DOMAIN,
    secret=INBOUND_EMAIL_SECRET,
    signing_key=INBOUND_EMAIL_SIGNING_KEY,
)
ANYMAIL = {
    "WEBHOOK_SECRET": INBOUND_EMAIL_SECRET,
    "MAILGUN_WEBHOOK_SIGNING_KEY": INBOUND_EMAIL_SIGNING_KEY,
}
