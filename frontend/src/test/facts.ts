/** Return the facts in an element by label: `{ Total: "$310.00" }`. */
export function factsOf(element: HTMLElement): Record<string, string | null> {
  const labels = [...element.querySelectorAll("dt")];
  return Object.fromEntries(
    labels.map(({ textContent, nextElementSibling }) => [
      textContent,
      nextElementSibling?.textContent ?? null,
    ]),
  );
}
