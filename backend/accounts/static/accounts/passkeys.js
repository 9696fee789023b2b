// allauth's scripts report what went wrong as an event; people read it beside the button they pressed.
(() => {
  const texts = {
    NotAllowedError: "Nothing was sent: the passkey was not confirmed. Try again, or choose another way.",
    SecurityError: "This browser does not allow passkeys at this address. Choose another way.",
    InvalidStateError: "This device has a passkey for your account already.",
  };

  document.addEventListener("allauth.error", (event) => {
    const place = document.getElementById("passkey-error");
    if (!place) return;
    event.preventDefault();
    const name = event.detail.exception.name;
    place.querySelector("span").textContent = texts[name] ?? "That did not work. Try again, or choose another way.";
    place.hidden = false;
    place.focus();
  });
})();
