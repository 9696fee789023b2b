// Loaded in the head, before the first paint. Storage key and rule are the same as in the web client.
(() => {
  const KEY = "theme";
  const system = matchMedia("(prefers-color-scheme: dark)");

  function stored() {
    try {
      const value = localStorage.getItem(KEY);
      return value === "light" || value === "dark" ? value : "system";
    } catch {
      // Storage may be blocked; use the system's theme.
      return "system";
    }
  }

  function keep(theme) {
    try {
      if (theme === "system") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // Storage is blocked; the choice lasts for this page.
    }
  }

  function apply(theme) {
    document.documentElement.classList.toggle("dark", theme === "dark" || (theme === "system" && system.matches));
  }

  apply(stored());
  system.addEventListener("change", () => apply(stored()));

  document.addEventListener("DOMContentLoaded", () => {
    const control = document.getElementById("theme-switch");
    for (const radio of control.querySelectorAll("input")) {
      radio.checked = radio.value === stored();
      radio.addEventListener("change", () => {
        keep(radio.value);
        apply(radio.value);
      });
    }
    control.hidden = false;
  });
})();
