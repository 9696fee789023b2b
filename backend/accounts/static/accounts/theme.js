// Loaded in the head, before anything is painted: the same stored choice, and the same rule, as in the web client.
(() => {
  const KEY = "theme";
  const system = matchMedia("(prefers-color-scheme: dark)");

  function stored() {
    try {
      const value = localStorage.getItem(KEY);
      return value === "light" || value === "dark" ? value : "system";
    } catch {
      // Storage may be forbidden; the system's choice is a good one then.
      return "system";
    }
  }

  function keep(theme) {
    try {
      if (theme === "system") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // Nothing to keep it in.
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
