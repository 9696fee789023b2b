// allauth's scripts report errors as an event. Show them next to the button that was pressed.
(() => {
  const texts = {
    NotAllowedError: "Nothing was sent: the passkey was not confirmed. Try again, or choose another way.",
    SecurityError: "This browser does not allow passkeys at this address. Choose another way.",
    InvalidStateError: "This device already has a passkey for your account.",
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
