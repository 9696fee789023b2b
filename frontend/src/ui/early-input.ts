import { useEffect, useInsertionEffect, useRef } from "react";
import { clickAgain } from "./early-clicks";

/**
 * Marks a prerendered form whose code has not run: the browser must not submit it itself, which would leave the page.
 */
export const waitingForm = { "data-waiting": "" } as const;

/** Return whether a part of the page has a prerendered form whose code has not run yet. */
export const isWaiting = (part: Element) => part.querySelector("[data-waiting]") !== null;

/**
 * Runs in the head. If a form is submitted before its code runs, it stays on the page, and `useEarlyInput` submits it
 * later, unless something in it has changed since: half a number must not be sent, and an error must not take the focus
 * from someone who is typing. It is constant, because the content security policy allows inline scripts only by their
 * hash.
 */
export const earlySubmitScript =
  'addEventListener("submit",function(e){var f=e.target;if(f.hasAttribute("data-waiting")){' +
  'e.preventDefault();e.stopImmediatePropagation();f.setAttribute("data-waiting","submitted")}},true);' +
  'addEventListener("input",function(e){var f=e.target.form;' +
  'if(f&&f.getAttribute("data-waiting"))f.setAttribute("data-waiting","")},true)';

/**
 * Keep what was checked in a prerendered part of the page before its code ran; `id` is the part's ID. Text fields and
 * selects keep their values, but checkboxes and radio buttons would return to the state they are rendered with. So each
 * choice is repeated, as a click, once the code listens.
 */
export function useEarlyInput(id: string) {
  const early = useRef<HTMLInputElement[]>([]);

  // Before the controls get their refs, which is when form libraries write to them.
  useInsertionEffect(() => {
    const inputs = document.getElementById(id)?.querySelectorAll<HTMLInputElement>("input") ?? [];
    early.current = [...inputs].filter(isChanged);
  }, [id]);

  useEffect(() => {
    const form = document.getElementById(id);
    // Read before the choices below, which count as changes and reset it.
    const isSubmitted = form?.getAttribute("data-waiting") === "submitted";
    form?.removeAttribute("data-waiting");
    for (const input of early.current) choose(input, !input.defaultChecked);
    early.current = [];
    if (!(form instanceof HTMLFormElement)) return;
    // After the effects of the components around this one, which restore the draft.
    const timer = setTimeout(() => (isSubmitted ? form.requestSubmit() : clickAgain(form)));
    return () => clearTimeout(timer);
  }, [id]);
}

/** Return whether the user changed this control. Of a radio group, only the button that is checked now counts. */
function isChanged({ type, checked, defaultChecked }: HTMLInputElement): boolean {
  if (type === "radio") return checked && !defaultChecked;
  return type === "checkbox" && checked !== defaultChecked;
}

function choose(input: HTMLInputElement, checked: boolean) {
  // Start from the opposite state, or the click would change nothing that React notices.
  input.checked = !checked;
  input.click();
}
