import { useEffect } from "react";

/** Return the attribute that makes a button lead to a section of its page even before the button's code runs. */
export const leadsTo = (section: string) => ({ "data-leads-to": section });

interface EarlyClicks {
  /** The last clicked button, unless the user has done something else since. */
  button: HTMLButtonElement | null;
  isOver: boolean;
}

declare global {
  interface Window {
    earlyClicks?: EarlyClicks;
  }
}

/**
 * Runs in the head. It remembers a click on a button whose code has not run yet, for `useEarlyClicks`, and scrolls to
 * the button's section at once. A button in a form that waits for its code is clicked again by that form
 * (early-input.ts), which has its own script for submit buttons. It is constant, because the content security policy
 * allows inline scripts only by their hash.
 */
export const earlyClickScript =
  "(function(){var s=window.earlyClicks={button:null,isOver:false},d=document;" +
  'addEventListener("click",function(e){var b=e.target.closest("button");if(!b)return;' +
  'if(b.form?b.type==="submit"||!b.form.hasAttribute("data-waiting"):s.isOver)return;s.button=b;' +
  'delete d.documentElement.dataset.firstVisit;var t=d.getElementById(b.getAttribute("data-leads-to"));' +
  "if(t)t.scrollIntoView()},true);" +
  '["keydown","pointerdown","focusin","wheel","touchmove"].forEach(function(n){' +
  "addEventListener(n,function(){s.button=null},{capture:true,passive:true})})})()";

/**
 * Repeat the click on a button whose code had not run yet, if it belongs to this form, or to no form if that is null.
 */
export function clickAgain(form: HTMLFormElement | null) {
  const early = window.earlyClicks;
  const button = early?.button;
  if (!early || !button?.isConnected || button.form !== form) return;
  early.button = null;
  button.click();
}

/** Repeat the last click on a button that came before the page's code ran. */
export function useEarlyClicks() {
  useEffect(() => {
    const early = window.earlyClicks;
    if (!early || early.isOver) return;
    early.isOver = true;
    clickAgain(null);
  }, []);
}
