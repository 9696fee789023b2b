import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiError, errorMessage } from "~/api/errors";

const numbers = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

function list(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Return the summary above a form: "Two things need another look: phone number and email." */
export function errorSummary(labels: string[]): string {
  const count = numbers[labels.length] ?? String(labels.length);
  return `${count} ${labels.length === 1 ? "thing needs" : "things need"} another look: ${list(labels)}.`;
}

/** Move the focus to the first invalid control, or to the first choice of the first invalid group. */
export function focusFirstInvalid(form: HTMLFormElement): boolean {
  const first = form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]');
  const control = first?.matches("fieldset") ? first.querySelector<HTMLElement>("input") : first;
  control?.focus();
  return control != null;
}

/**
 * Show the server's field messages on the form's fields. Return the messages that belong to no field, for the form's
 * alert, or null if there are none. `withoutMessage` replaces the message of a response that has none.
 */
export function applyServerErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly string[],
  setError: UseFormSetError<Values>,
  withoutMessage?: string,
): string | null {
  const byField = Object.entries(error instanceof ApiError ? error.fieldErrors : {});
  const unmatched = byField.filter(([name]) => !fields.includes(name)).flatMap(([, messages]) => messages);
  for (const [name, [message = ""]] of byField) {
    if (fields.includes(name)) setError(name as Path<Values>, { type: "server", message });
  }
  if (unmatched.length > 0) return unmatched.join(" ");
  if (byField.length > 0) return null;
  const hasNoMessage = error instanceof ApiError && error.status > 0 && !error.serverMessage;
  return (hasNoMessage && withoutMessage) || errorMessage(error);
}
