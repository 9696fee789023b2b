"""A passkey in software, so that tests register and sign in with real WebAuthn messages (W3C Web Authentication)."""

import json
import secrets
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

FLAG = AuthenticatorData.FLAG


class SoftPasskey:
    """One discoverable credential for the site that ``Client`` requests come from."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = secrets.token_bytes(32)
        self._user_handle = ""

    def create(self, options: dict[str, Any]) -> str:
        """Return the JSON that ``navigator.credentials.create`` would yield for allauth's creation ``options``."""
        wanted = options["publicKey"]
        self._user_handle = wanted["user"]["id"]
        public_key = ES256.from_cryptography_key(self._key.public_key())  # type: ignore[no-untyped-call]
        public = AttestedCredentialData.create(b"\0" * 16, self._id, public_key)
        flags = FLAG.UP | FLAG.UV | FLAG.AT
        data = AuthenticatorData.create(sha256(wanted["rp"]["id"].encode()), flags, 0, public)
        return self._credential(
            {
                "clientDataJSON": websafe_encode(
                    self._client_data("webauthn.create", wanted["challenge"], wanted["rp"]["id"])
                ),
                "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
            },
            {"credProps": {"rk": True}},
        )

    def get(self, options: dict[str, Any]) -> str:
        """Return the JSON that ``navigator.credentials.get`` would yield for allauth's request ``options``."""
        wanted = options["publicKey"]
        client_data = self._client_data("webauthn.get", wanted["challenge"], wanted["rpId"])
        data = AuthenticatorData.create(sha256(wanted["rpId"].encode()), FLAG.UP | FLAG.UV, 1)
        signature = self._key.sign(data + sha256(client_data), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            {
                "clientDataJSON": websafe_encode(client_data),
                "authenticatorData": websafe_encode(data),
                "signature": websafe_encode(signature),
                "userHandle": self._user_handle,
            },
            {},
        )

    @staticmethod
    def _client_data(kind: str, challenge: str, host: str) -> CollectedClientData:
        return CollectedClientData.create(kind, challenge, f"https://{host}")

    def _credential(self, response: dict[str, str], extensions: dict[str, Any]) -> str:
        credential_id = websafe_encode(self._id)
        return json.dumps(
            {
                "id": credential_id,
                "rawId": credential_id,
                "type": "public-key",
                "response": response,
                "clientExtensionResults": extensions,
            }
        )
