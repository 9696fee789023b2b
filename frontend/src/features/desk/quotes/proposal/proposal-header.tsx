import { ChevronLeft } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { Link } from "react-router";
import { statusLabel } from "~/api/statuses";
import type { DeskQuoteDetails } from "~/api/types";
import { formatDay, shortId } from "~/lib/format";
import { DateField } from "~/ui/date-field";
import { Field } from "~/ui/field";
import { isDraft } from "./use-save-proposal";

interface ProposalHeaderProps {
  quote: DeskQuoteDetails;
  back: { to: string; label: string };
  headingRef: Ref<HTMLHeadingElement>;
  /** Whether there are unsaved changes. */
  isDirty?: boolean;
  /** Missing while the note about a conflict has the same button. */
  onDiscard?: (() => void) | undefined;
  children?: ReactNode;
}

/** Return the proposal's state, which is shown next to the title. */
function stateWords(quote: DeskQuoteDetails): string {
  const { status, hasLines, revision, acceptance } = quote;
  if (acceptance) return `Accepted by ${acceptance.acceptedBy} on ${formatDay(acceptance.acceptedAt)}`;
  if (status === "reviewed") return revision > 1 ? `Revision ${revision}, sent` : "Sent";
  if (!isDraft(quote)) return statusLabel("quote", status);
  return hasLines ? "Draft, not sent yet" : "";
}

/** The editor's header: the link back, the title, and the tools for the whole proposal. */
export function ProposalHeader({
  quote,
  back,
  headingRef,
  isDirty = false,
  onDiscard,
  children,
}: ProposalHeaderProps) {
  const state = isDirty ? "Unsaved changes" : stateWords(quote);
  return (
    <header className="flex min-h-14 flex-none flex-wrap items-center gap-x-4 gap-y-2 px-gutter py-2.5">
      <Link
        to={back.to}
        className="inline-flex min-h-target items-center gap-0.5 rounded-sm font-semibold text-link no-underline hover:underline max-md:basis-full"
      >
        <ChevronLeft className="-ml-1 size-5" />
        {back.label}
      </Link>
      <h2 ref={headingRef} tabIndex={-1} className="text-2xl wrap-anywhere">
        Proposal for {quote.fullName}
      </h2>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted-foreground">
        <span className="tabular-nums">Quote {shortId(quote.id)}</span>
        <span role="status">{state && `· ${state}`}</span>
        {isDirty && onDiscard && (
          <button
            type="button"
            onClick={onDiscard}
            className="inline-flex min-h-target items-center text-link underline"
          >
            Discard changes
          </button>
        )}
      </p>
      {children}
    </header>
  );
}

interface GoodThroughProps {
  value: string | null;
  onChange: (day: string | null) => void;
}

/** The last day to accept. */
export function GoodThrough({ value, onChange }: GoodThroughProps) {
  return (
    <Field
      label="Good through"
      className="flex items-center gap-2.5 max-md:basis-full! *:first:mb-0 *:first:whitespace-nowrap [&_button]:min-w-38"
    >
      <DateField
        value={value ?? undefined}
        onChange={(day) => onChange(day ?? null)}
        placeholder="No end date"
      />
    </Field>
  );
}
