import { useEffect, useInsertionEffect, useRef } from "react";
import { clickAgain } from "./early-clicks";

/** On a prerendered form: the browser must not send it by itself, which would leave the page. */
export const waitingForm = { "data-waiting": "" } as const;

/** Return whether a part of the page has a prerendered form whose code does not run yet. */
export const isWaiting = (part: Element) => part.querySelector("[data-waiting]") !== null;

/**
 * Runs in the head. A form that is submitted before its code runs stays on the page, and `useEarlyInput` submits it
 * later, unless something in it was changed since: half a number must not be sent, and an error must not take the focus
 * from somebody who types. It is constant, because the content security policy allows inline scripts only by their hash.
 */
export const earlySubmitScript =
  'addEventListener("submit",function(e){var f=e.target;if(f.hasAttribute("data-waiting")){' +
  'e.preventDefault();e.stopImmediatePropagation();f.setAttribute("data-waiting","submitted")}},true);' +
  'addEventListener("input",function(e){var f=e.target.form;' +
  'if(f&&f.getAttribute("data-waiting"))f.setAttribute("data-waiting","")},true)';

/**
 * Take over what somebody chose in a prerendered part of the page before its code ran: `id` is the part's ID. Texts and
 * selects keep what is in them, but checkboxes and radio buttons would go back to the state they are rendered with.
 * Each choice is made again, as a click, once the code listens.
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
    // Before the choices below, which are changes as well.
    const isSubmitted = form?.getAttribute("data-waiting") === "submitted";
    form?.removeAttribute("data-waiting");
    for (const input of early.current) choose(input, !input.defaultChecked);
    early.current = [];
    if (!(form instanceof HTMLFormElement)) return;
    // After the effects around this one, which fill in what was typed before a reload.
    const timer = setTimeout(() => (isSubmitted ? form.requestSubmit() : clickAgain(form)));
    return () => clearTimeout(timer);
  }, [id]);
}

/** Whether this control was checked by hand; a radio button that lost its check says nothing that its successor doesn't. */
function isChanged({ type, checked, defaultChecked }: HTMLInputElement): boolean {
  if (type === "radio") return checked && !defaultChecked;
  return type === "checkbox" && checked !== defaultChecked;
}

function choose(input: HTMLInputElement, checked: boolean) {
  // From the opposite state, or the click would change nothing that React notices.
  input.checked = !checked;
  input.click();
}
