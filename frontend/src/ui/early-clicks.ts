import { useEffect } from "react";

/** On a button that leads to a section of its page: it does so even before its code runs. */
export const leadsTo = (section: string) => ({ "data-leads-to": section });

interface EarlyClicks {
  /** The button that was clicked last, unless something else was done since. */
  button: HTMLButtonElement | null;
  isOver: boolean;
}

declare global {
  interface Window {
    earlyClicks?: EarlyClicks;
  }
}

/**
 * Runs in the head. Remembers a click on a button whose code does not run yet, for `useEarlyClicks`, and goes to the
 * button's section at once. A button in a form that waits for its code is pressed again by that form (early-input.ts),
 * which also has its own script for the one that submits it. It is constant, because the content security policy allows
 * inline scripts only by their hash.
 */
export const earlyClickScript =
  "(function(){var s=window.earlyClicks={button:null,isOver:false},d=document;" +
  'addEventListener("click",function(e){var b=e.target.closest("button");if(!b)return;' +
  'if(b.form?b.type==="submit"||!b.form.hasAttribute("data-waiting"):s.isOver)return;s.button=b;' +
  'delete d.documentElement.dataset.firstVisit;var t=d.getElementById(b.getAttribute("data-leads-to"));' +
  "if(t)t.scrollIntoView()},true);" +
  '["keydown","pointerdown","focusin","wheel","touchmove"].forEach(function(n){' +
  "addEventListener(n,function(){s.button=null},{capture:true,passive:true})})})()";

/** Click the button again that was clicked before its code ran, if it belongs to this form; null: to none. */
export function clickAgain(form: HTMLFormElement | null) {
  const early = window.earlyClicks;
  const button = early?.button;
  if (!early || !button?.isConnected || button.form !== form) return;
  early.button = null;
  button.click();
}

/** Click the button again that was clicked before the page's code ran. */
export function useEarlyClicks() {
  useEffect(() => {
    const early = window.earlyClicks;
    if (!early || early.isOver) return;
    early.isOver = true;
    clickAgain(null);
  }, []);
}
