import type { RowKey } from "./kinds";

const AMOUNT = "input[data-amount]";

/** Return the rows on the screen, in order. */
export const rowElements = (list: HTMLElement) => [
  ...list.querySelectorAll<HTMLElement>("[data-row]:not([hidden])"),
];

export const keyOfElement = (row: Element | null | undefined) =>
  (row?.getAttribute("data-row") ?? null) as RowKey | null;

/** Return whether an element is visible. On phones, a price field isn't until it is opened. */
const isVisible = (element: HTMLElement) =>
  element.checkVisibility?.({ contentVisibilityAuto: false }) ?? true;

/** Return a row's price field if it can be typed into. */
function amountOf(row: HTMLElement): HTMLElement | null {
  const field = row.matches("[data-gone]") ? null : row.querySelector<HTMLElement>(AMOUNT);
  return field && isVisible(field) ? field : null;
}

/** Move the focus to a row: to its price field if `amount` is set and it has one, otherwise to its name. */
export function focusRow(row: HTMLElement, { amount }: { amount: boolean }) {
  const field = amount ? amountOf(row) : null;
  (field ?? row.querySelector<HTMLElement>("a[href]"))?.focus({ preventScroll: true });
  if (field instanceof HTMLInputElement) field.select();
  row.scrollIntoView({ block: "nearest" });
}

/** Return the row after the given one, or the first one after the last. With `amount`, skip to one with a price field. */
export function rowAfter(
  list: HTMLElement,
  key: RowKey,
  { amount }: { amount: boolean },
): HTMLElement | null {
  const rows = rowElements(list);
  const place = rows.findIndex((row) => keyOfElement(row) === key);
  const others = [...rows.slice(place + 1), ...rows.slice(0, Math.max(0, place))];
  const priced = amount ? others.find(amountOf) : undefined;
  return priced ?? others.find((row) => !row.matches("[data-gone]")) ?? null;
}

/** Return whether a price field has the focus. */
export const isInAmount = () => document.activeElement?.matches(AMOUNT) === true;
