import { catalog } from "~/api/catalog.gen";
import { bulbChoices, type Look } from "./look";

/**
 * Return the short code of a look, for links: `p-warm-wt` is the first letter of the package, the bulbs, and a letter
 * for each add-on. The server reads the same codes (`backend/looks/look.py`).
 */
export function lookCode({ servicePackage, bulbs, addOns }: Look): string {
  const letters = catalog.addOns.filter(({ id }) => addOns.includes(id)).map(({ id }) => id.charAt(0));
  return [servicePackage.charAt(0), bulbs, letters.join("")].filter(Boolean).join("-");
}

/** Return the look of a code, or null if there is no such look. A code has one spelling. */
export function parseLookCode(code: string): Look | null {
  const chosen = catalog.packages.find(({ id }) => code.startsWith(`${id.charAt(0)}-`));
  const bulbs = bulbChoices.find(({ id }) => code.slice(2) === id || code.slice(2).startsWith(`${id}-`));
  if (!chosen || !bulbs) return null;
  const letters = code.slice(3 + bulbs.id.length);
  const addOns = catalog.addOns.map(({ id }) => id).filter((id) => letters.includes(id.charAt(0)));
  const look: Look = { servicePackage: chosen.id, bulbs: bulbs.id, addOns };
  return lookCode(look) === code ? look : null;
}
