import { type HeardFrom, heardFromLabel } from "~/api/heard-from";
import type { DeskQuote } from "~/api/types";

interface Source {
  heardFrom: HeardFrom | "";
  source: string;
  campaign: string;
}

/** "Search / google / fall-2026": the customer's answer, then source and name of the campaign; "" if nothing is known. */
export function sourceWords({ heardFrom, source, campaign }: Source): string {
  return [heardFrom && heardFromLabel(heardFrom), source, campaign].filter(Boolean).join(" / ");
}

/** Return where a request or order came from, as labels with values. */
export function sourceFacts(row: Pick<DeskQuote, "heardFrom" | "campaign"> | undefined) {
  if (!row) return [];
  const { source = "", name = "", medium, content, term } = row.campaign ?? {};
  const parts = { medium, content, term };
  const more = Object.entries(parts).filter(([, value]) => value);
  return [
    { label: "Source", value: sourceWords({ heardFrom: row.heardFrom, source, campaign: name }) },
    { label: "Campaign", value: more.map(([part, value]) => `${part}: ${value}`).join("; ") },
  ].filter(({ value }) => value);
}
