import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

const KEY = "theme";
const listeners = new Set<() => void>();

/**
 * Runs in the head before anything is painted. Static text, because the content security policy admits inline
 * scripts by their hash only.
 */
export const themeScript =
  'try{var t=localStorage.getItem("theme")}catch(e){}' +
  'document.documentElement.classList.toggle("dark",t==="dark"||(t!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches))';

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    // Storage may be forbidden; the system's choice is a good one then.
    return "system";
  }
}

function apply() {
  const theme = stored();
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
  for (const listener of listeners) listener();
}

/** Keeps the choice for this browser and applies it. */
export function setTheme(theme: Theme) {
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Nothing to keep it in: the page still changes below, until it is left.
  }
  apply();
}

function subscribe(listener: () => void) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  listeners.add(listener);
  system.addEventListener("change", apply);
  return () => {
    listeners.delete(listener);
    system.removeEventListener("change", apply);
  };
}

/** The visitor's choice; "system" until they make one. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, stored, () => "system");
}
