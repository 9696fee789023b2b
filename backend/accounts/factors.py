"""What counts as a second factor."""

from allauth.mfa.models import Authenticator

# Without recovery codes: they are created with one of these and replace it for one sign-in.
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
