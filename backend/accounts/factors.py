"""What counts as a second factor."""

from allauth.mfa.models import Authenticator

# Recovery codes are not included: they exist only beside one of these, and replace it for one sign-in.
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
