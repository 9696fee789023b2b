import { choices } from "./catalog.gen";

export type HeardFrom = keyof typeof choices.heardFrom;

/** The answers to "How did you hear about us?", in the order of the form. */
export const heardFromAnswers = Object.keys(choices.heardFrom) as [HeardFrom, ...HeardFrom[]];

/** "yard_sign" as "Yard sign". */
export function heardFromLabel(answer: HeardFrom): string {
  return choices.heardFrom[answer];
}
