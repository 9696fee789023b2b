import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiError, errorMessage } from "~/api/errors";

const numbers = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

function list(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The summary over a form: "Two things need another look: phone number and email." */
export function needsAnotherLook(labels: string[]): string {
  const count = numbers[labels.length] ?? String(labels.length);
  return `${count} ${labels.length === 1 ? "thing needs" : "things need"} another look: ${list(labels)}.`;
}

/** Moves the focus to the first control, or the first choice of the first group, that is marked as wrong. */
export function focusFirstInvalid(form: HTMLFormElement): boolean {
  const first = form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]');
  const control = first?.matches("fieldset") ? first.querySelector<HTMLElement>("input") : first;
  control?.focus();
  return control != null;
}

/**
 * Puts the server's field messages on the form's own fields. Returns what no field can show, for the form's alert;
 * null when every message found its field.
 */
export function landServerErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): string | null {
  const byField = error instanceof ApiError ? error.fieldErrors : {};
  const homeless: string[] = [];
  let landed = false;
  for (const [name, messages] of Object.entries(byField)) {
    const field = fields.find((candidate) => candidate === name);
    if (field) {
      setError(field, { type: "server", message: messages[0] ?? "" });
      landed = true;
    } else {
      homeless.push(...messages);
    }
  }
  if (homeless.length > 0) return homeless.join(" ");
  return landed ? null : errorMessage(error);
}
