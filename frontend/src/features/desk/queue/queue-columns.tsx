import { Phone } from "lucide-react";
import { useState } from "react";
import { estimateInWords, shortId } from "~/lib/format";
import { deskPath } from "~/lib/paths";
import { Button, ButtonLink } from "~/ui/button";
import { LookPicture } from "~/ui/look-picture";
import { CallDialog } from "../shared/call-dialog";
import { ContactLinks } from "../shared/contact-links";
import type { Column } from "../shared/desk-table";
import { PromiseBadge } from "../shared/promise-badge";
import type { QueueItem } from "../shared/types";
import { AmountForm } from "./amount-form";

const kinds = {
  quote: { word: "Quote", calls: "quotes", tab: "quotes" },
  tree_order: { word: "Tree order", calls: "tree-orders", tab: "trees" },
} as const;

/** Who is waiting, with the next step at hand: a price, a call, or all the details. */
export const queueColumns: readonly Column<QueueItem>[] = [
  {
    label: "Customer",
    kind: "lead",
    className: "lg:w-80",
    cell: (item) => (
      <>
        <b className="mb-1 block font-[650] text-heading">{item.customerName}</b>
        <ContactLinks
          name={item.customerName}
          phone={item.phone}
          email={item.email}
          preference={item.kind === "quote" ? item.communicationPreference : "phone"}
        />
      </>
    ),
  },
  {
    label: "Reply due",
    cell: (item) => (
      <span>
        <PromiseBadge dueAt={item.dueAt} />
      </span>
    ),
  },
  {
    label: "Request",
    className: "lg:max-w-80 xl:max-w-96",
    cell: (item) => (
      <span className="flex items-center gap-3">
        {/* Rows without a look keep its width, so that the texts of a column start at one line. */}
        <span className="w-15 flex-none empty:max-xl:hidden lg:max-xl:hidden">
          <LookPicture look={item.look} small />
        </span>
        <span className="min-w-0">
          <span className="text-heading">{item.summary.replaceAll("Christmas ", "")}</span>
          {item.estimate && <span className="block text-sm">{estimateInWords(item.estimate)}</span>}
          <span className="block text-xs text-muted-foreground">
            {kinds[item.kind].word} <span className="tabular-nums">{shortId(item.id)}</span>, {item.city}
          </span>
        </span>
      </span>
    ),
  },
  {
    label: "Next step",
    kind: "action",
    cell: (item) => <NextStep item={item} />,
  },
];

function NextStep({ item }: { item: QueueItem }) {
  const [calling, setCalling] = useState(false);
  const { word, calls, tab } = kinds[item.kind];
  const what = `${word.toLowerCase()} ${shortId(item.id)}, ${item.customerName}`;
  const isQuote = item.kind === "quote";
  return (
    <>
      {isQuote && <AmountForm item={item} what={what} />}
      <Button
        size="sm"
        variant={isQuote ? "outline" : "secondary"}
        onClick={() => setCalling(true)}
        aria-label={`Log a call about ${what}`}
      >
        {!isQuote && <Phone aria-hidden className="size-[1.15em]" strokeWidth={1.75} />}
        Log a call
      </Button>
      <ButtonLink
        size="sm"
        variant="outline"
        to={deskPath(tab, { ...(isQuote ? {} : { view: "all" }), q: shortId(item.id), open: item.id })}
        aria-label={`Open ${what}`}
      >
        Open
      </ButtonLink>
      <CallDialog
        kind={calls}
        id={item.id}
        name={item.customerName}
        phone={item.phone}
        open={calling}
        onClose={() => setCalling(false)}
      />
    </>
  );
}
