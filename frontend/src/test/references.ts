// Radix refers to the panel of every tab, also of those that aren't open, and to what pops up before it is there.
const REFERENCES = ["aria-controls", "aria-describedby", "aria-labelledby", "for"];

/** Return the attributes on the page that refer to an element that isn't there: a screen reader would say nothing. */
export function referencesToNothing(): string[] {
  return REFERENCES.flatMap((name) =>
    [...document.querySelectorAll(`[${name}]:not([role=tab], [aria-haspopup])`)]
      .filter((element) =>
        element
          .getAttribute(name)
          ?.split(/\s+/)
          .some((id) => !document.getElementById(id)),
      )
      .map((element) => `${name}=${element.getAttribute(name)} of ${element.outerHTML.slice(0, 200)}`),
  );
}
