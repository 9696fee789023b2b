import { computeAccessibleDescription, computeAccessibleName, getRole } from "dom-accessibility-api";

/** Roles whose content is their name, so that nothing below them is read again. */
const LEAVES = new Set([
  "button",
  "checkbox",
  "img",
  "link",
  "menuitem",
  "option",
  "radio",
  "switch",
  "tab",
  "textbox",
]);
/** Roles without a meaning of their own: their content belongs to the element around them. */
const PASSED_OVER = new Set([
  "code",
  "emphasis",
  "generic",
  "none",
  "presentation",
  "rowgroup",
  "strong",
  "time",
]);
/** Roles that are named by their content, which follows anyway. */
const NAMED_BY_CONTENT = new Set(["cell", "columnheader", "listitem", "row", "rowheader"]);
/** Elements without a role that are still worth a line. */
const NOTABLE = "dialog, form, input, label, legend, p, video, [aria-live]";
const ATTRIBUTES = [
  "aria-busy",
  "aria-checked",
  "aria-current",
  "aria-disabled",
  "aria-expanded",
  "aria-haspopup",
  "aria-invalid",
  "aria-live",
  "aria-pressed",
  "aria-required",
  "aria-selected",
  "aria-sort",
  "autocomplete",
  "disabled",
  "download",
  "href",
  "inputmode",
  "max",
  "maxlength",
  "min",
  "placeholder",
  "readonly",
  "required",
  "target",
];

/**
 * Return what somebody who can't see the page learns from it, one line per element: its role, name, state, description
 * and text, indented by structure. Words that are hidden from screen readers follow "seen only", and the tone of a badge
 * or a warning is at the end of its line. Compared with a stored snapshot, it notices a text, label, link, state, tone or
 * order that has changed.
 */
export const outline = (root: Element = document.body): string => linesOf(root, "").join("\n");

function linesOf(parent: Element, indent: string): string[] {
  const lines: string[] = [];
  let run = "";
  const endRun = () => {
    const text = run.replace(/\s+/g, " ").trim();
    if (text) lines.push(indent + text);
    run = "";
  };
  const add = (more: string[]) => {
    if (more.length === 0) return;
    endRun();
    lines.push(...more);
  };
  for (const node of parent.childNodes) {
    if (node instanceof Text) run += node.data;
    if (!(node instanceof Element)) continue;
    if (isHidden(node)) add(seenOnly(node, indent));
    else if (isText(node)) run += node.textContent;
    else {
      endRun();
      lines.push(...blockLines(node, indent));
    }
  }
  endRun();
  return lines;
}

/**
 * Toasts are left out, since the code of their region may load at any moment, and their announcement, which is empty at
 * first, lasts a second.
 */
const isHidden = (element: Element) =>
  element.matches(
    "[aria-hidden=true], [hidden], script, style, template, [role=region][aria-label^=Notifications]",
  ) ||
  element.matches("[role=status][aria-live=assertive]:empty") ||
  (element.matches("[role=status][aria-live]") && element.textContent?.startsWith("Notification "));

/**
 * Return a line with the words in a part that screen readers pass over, unless a dialog covers it. Charts measure their
 * words in a span far outside the page, in any order.
 */
function seenOnly(element: Element, indent: string): string[] {
  const passedOver = "[hidden], [data-aria-hidden], #recharts_measurement_span";
  if (!element.matches(`[aria-hidden=true]:not(${passedOver})`)) return [];
  const text = element.textContent?.replace(/\s+/g, " ").trim() ?? "";
  return /[\p{L}\p{N}]/u.test(text) ? [`${indent}seen only: ${text}`] : [];
}

function roleOf(element: Element): string | null {
  const role = getRole(element);
  if (role && !PASSED_OVER.has(role)) return role;
  return element.matches(NOTABLE) ? element.localName : null;
}

function blockLines(element: Element, indent: string): string[] {
  const role = roleOf(element);
  const [first, ...rest] = role ? elementLines(element, role, indent) : linesOf(element, indent);
  return first === undefined ? [] : [first + toneOf(element), ...rest];
}

/** Return the tone of a badge or a warning, such as " [amber]", or "". */
function toneOf(element: Element): string {
  const [, tone] = /--tone-(\w+)-bg/.exec(`${element.getAttribute("style")} ${element.className}`) ?? [];
  const isError = element.classList.contains("text-error-text");
  return tone || isError ? ` [${tone ?? "red"}]` : "";
}

/** Whether an element is only a part of the text around it, as `<b>` is. */
const isText = (element: Element) =>
  element.matches("abbr, b, br, code, em, i, small, span, strong, time, wbr") &&
  [element, ...element.querySelectorAll("*")].every(
    (each) => !roleOf(each) && !isHidden(each) && !toneOf(each),
  );

function elementLines(element: Element, role: string, indent: string): string[] {
  const name = NAMED_BY_CONTENT.has(role) ? "" : computeAccessibleName(element);
  const title = role + (/^H(\d)$/.exec(element.tagName)?.[1] ?? "") + stateOf(element);
  const content = LEAVES.has(role) ? [] : linesOf(element, `${indent}  `);
  const only = content.length === 1 ? content[0]?.trim() : undefined;
  if (only && (!name || only === name)) return [`${indent}${title}: ${only}`];
  return [indent + title + (name && `: ${name}`), ...content];
}

function stateOf(element: Element): string {
  const states = ATTRIBUTES.filter((name) => element.hasAttribute(name)).map((name) => {
    const value = element.getAttribute(name);
    return name.replace("aria-", "") + (value && `=${value}`);
  });
  if (element.matches("input:checked")) states.push("checked");
  if (element.matches("input:not([type=checkbox], [type=radio]), select, textarea")) {
    const { type, value } = element as HTMLInputElement;
    states.push(type, `value=${value}`);
  }
  if (element === document.activeElement && element !== document.body) states.push("focused");
  const description = computeAccessibleDescription(element);
  return (states.length > 0 ? ` [${states.join(", ")}]` : "") + (description && ` (${description})`);
}
