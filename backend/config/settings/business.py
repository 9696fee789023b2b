"""The business's details, used until an owner sets them on the desk."""

from catalog.catalog import CITIES
from config import env

# Defaults until an owner sets them on the desk. Read them through ``common.business``, never from here.
BUSINESS_NAME = env.text("BUSINESS_NAME", "Seacoast Holiday Lights")
BUSINESS_PHONE = env.text("BUSINESS_PHONE", "(603) 555-0148")
BUSINESS_ADDRESS = env.text("BUSINESS_ADDRESS")
BUSINESS_EMAIL = env.email_address("BUSINESS_EMAIL", "hello@seacoastholidaylights.example")
FORM_CITIES = [city.id for city in CITIES if city.id != "Other"]  # the ones the quote form lists
BUSINESS_CITIES = env.words("BUSINESS_CITIES", FORM_CITIES)
# Only the owner knows these, so they have no defaults. Each is shown only if it is set.
BUSINESS_OPENING_HOURS = env.opening_hours("BUSINESS_OPENING_HOURS")
BUSINESS_LICENSE = env.text("BUSINESS_LICENSE")
BUSINESS_REVIEWS_URL = env.url("BUSINESS_REVIEWS_URL")
BUSINESS_PHOTOS_URL = env.url("BUSINESS_PHOTOS_URL")
BUSINESS_INSTAGRAM_URL = env.url("BUSINESS_INSTAGRAM_URL")
BUSINESS_FACEBOOK_URL = env.url("BUSINESS_FACEBOOK_URL")
BUSINESS_PRIVACY_URL = env.url("BUSINESS_PRIVACY_URL")
BUSINESS_TERMS_URL = env.url("BUSINESS_TERMS_URL")
