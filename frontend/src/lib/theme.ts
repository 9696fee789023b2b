import { useSyncExternalStore } from "react";
import { createListeners } from "./listeners";

export type Theme = "system" | "light" | "dark";

const KEY = "theme";
const listeners = createListeners(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", apply);
  setClass(); // the device may have changed it before the scripts ran
  return () => system.removeEventListener("change", apply);
});

/**
 * Runs in the head before the first paint, and again when the device changes its theme, which may be long before the
 * page's code runs. It is constant, because the content security policy allows inline scripts only by their hash.
 */
export const themeScript =
  '(function(m){function f(){try{var t=localStorage.getItem("theme")}catch(e){}' +
  'document.documentElement.classList.toggle("dark",t==="dark"||(t!=="light"&&m.matches))}' +
  'f();m.addEventListener("change",f)})(matchMedia("(prefers-color-scheme: dark)"))';

/** The choice in a browser that stores nothing; it lasts until the page is left. */
let unstored: Theme = "system";

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return unstored;
  }
}

function setClass() {
  const theme = stored();
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
}

function apply() {
  setClass();
  listeners.notify();
}

/** Apply the theme and store it for this browser. */
export function setTheme(theme: Theme) {
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    unstored = theme;
  }
  apply();
}

/** Return the visitor's choice; "system" until they make one. */
export function useTheme(): Theme {
  return useSyncExternalStore(listeners.subscribe, stored, () => "system");
}
