import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { DeskQuoteDetails } from "~/api/types";
import { cx } from "~/lib/cx";
import { firstName } from "~/lib/format";
import { FormAlert } from "~/ui/alert";
import { DialogButton } from "~/ui/dialog-button";
import { Field } from "~/ui/field";
import { Segmented } from "~/ui/segmented";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { ConflictNote } from "../../shared/conflict-note";
import { LeaveGuard } from "../../shared/leave-guard";
import { proposalBack } from "../../shared/proposal-link";
import { type Shortcuts, useShortcuts } from "../../shared/shortcuts";
import type { Difference } from "../../shared/use-row-edit";
import { proposalFigures } from "./figures";
import { asNewLedger } from "./ledger";
import { LedgerTable } from "./ledger-table";
import { ProposalFooter } from "./proposal-footer";
import { GoodThrough, ProposalHeader } from "./proposal-header";
import { ProposalPreview } from "./proposal-preview";
import { SaveButtons } from "./save-buttons";
import { StartLines } from "./start-lines";
import { useLedgerActions } from "./use-ledger-actions";
import { useProposalDraft } from "./use-proposal-draft";
import { useSend } from "./use-send";
import { UsualLines } from "./usual-lines";

/** Return what identifies the open proposal in a URL. */
const openIn = ({ pathname, search }: { pathname: string; search: string }) =>
  `${pathname} ${new URLSearchParams(search).get("proposal")}`;

// Only for the list of shortcuts: the cells and the editor handle these keys.
const proposalKeys = {
  add: { keys: ["Enter"], label: "Add a line", hint: "Add a line" },
  up: { keys: ["ArrowUp"], label: "Line above", hint: "Move between lines" },
  down: { keys: ["ArrowDown"], label: "Line below", hint: "Move between lines" },
  moveUp: { keys: ["Alt+ArrowUp"], label: "Move the line up", hint: "Reorder" },
  moveDown: { keys: ["Alt+ArrowDown"], label: "Move the line down", hint: "Reorder" },
  send: { keys: ["Control+Enter"], label: "Send quote", hint: "Send quote" },
  back: { keys: ["Escape"], label: "Back to the list", hint: "Back to the list" },
} satisfies Shortcuts;

const views = [
  { value: "lines", label: "Lines" },
  { value: "preview", label: "Preview" },
] as const;

/** The proposal editor: a ledger of the lines next to a preview of what the customer sees. */
export function Editor({ quote }: { quote: DeskQuoteDetails }) {
  const draft = useProposalDraft(quote);
  const { content, isDirty } = draft;
  const actions = useLedgerActions(content.ledger, (ledger) => draft.change({ ledger }));
  const [isSent, setSent] = useState(false);
  const sending = useSend({ quote, draft, actions, onSent: () => setSent(true) });
  const back = proposalBack(useLocation(), quote.id);
  const navigate = useNavigate();
  // Navigate only after the leave guard is gone; otherwise it would ask.
  useEffect(() => {
    if (isSent) void navigate(back.to);
  }, [isSent, navigate, back.to]);
  const heading = useInitialFocus(quote);
  useShortcuts("Proposal", proposalKeys, {});
  const onKeyDown = (event: KeyboardEvent) => {
    // Events from dialogs that are opened here bubble up, too, although they are elsewhere in the DOM.
    if (event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      sending.send();
    }
    if (event.key === "Escape") void navigate(back.to);
  };
  const [view, setView] = useState<"lines" | "preview">("lines");
  const shown = useDeferredValue(content);
  const figures = proposalFigures(content.ledger, quote.deposit.percent);
  const takeStored = () => {
    sending.forget();
    return draft.discard();
  };
  const discard = () => {
    const undo = takeStored();
    toast({ title: "Changes discarded", action: { label: "Undo", altText: "Bring them back", run: undo } });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keys of the controls inside
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <ProposalHeader
        quote={quote}
        back={back}
        headingRef={heading}
        isDirty={isDirty}
        onDiscard={draft.differences.length > 0 ? undefined : discard}
      >
        <HeaderTools quote={quote} draft={draft} actions={actions} />
      </ProposalHeader>
      <div className="px-gutter pb-2 xl:hidden">
        <Segmented
          legend="View"
          name="proposal-view"
          options={views}
          value={view}
          onValueChange={setView}
          className="[&>legend]:sr-only"
        />
      </div>
      <div
        className="proposal-split grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] border-t border-border"
        data-view={view}
      >
        <div className="proposal-lines min-w-0 bg-surface px-gutter pb-6">
          <Notices
            quote={quote}
            differences={draft.differences}
            saveError={sending.saveError}
            onTakeTheirs={takeStored}
          />
          <LedgerTable ledger={content.ledger} actions={actions} problems={sending.problems} />
          <Field label={`Note to ${firstName(quote.fullName)}`} optional className="mt-5 max-w-160">
            <Textarea
              rows={2}
              className="min-h-18!"
              maxLength={2000}
              value={content.note}
              onChange={({ target }) => draft.change({ note: target.value })}
            />
          </Field>
        </div>
        <ProposalPreview
          quote={quote}
          content={shown}
          figures={figures}
          editedKey={actions.edited}
          isSaved={quote.hasLines && !isDirty}
        />
      </div>
      <ProposalFooter figures={figures} depositPercent={quote.deposit.percent}>
        <SaveButtons quote={quote} isDirty={isDirty} sending={sending} />
      </ProposalFooter>
      {isDirty && (
        <LeaveGuard
          openIn={openIn}
          description="Your changes stay in this browser tab and will be here when you open the proposal again. No one else can see them until you save."
        />
      )}
    </div>
  );
}

/** Focus the first line of a new proposal on wide screens, and the heading otherwise. */
function useInitialFocus({ hasLines }: DeskQuoteDetails) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isNew] = useState(!hasLines);
  useEffect(() => {
    const isWide = window.matchMedia("(min-width: 64rem)").matches;
    const first = isNew && isWide && document.querySelector<HTMLElement>('[data-cell="text"]');
    (first || heading.current)?.focus();
  }, [isNew]);
  return heading;
}

interface ToolsProps {
  quote: DeskQuoteDetails;
  draft: ReturnType<typeof useProposalDraft>;
  actions: ReturnType<typeof useLedgerActions>;
}

/** The last day to accept, and the sources of lines. */
function HeaderTools({ quote, draft, actions }: ToolsProps) {
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1 md:ml-auto">
      <GoodThrough value={draft.content.validUntil} onChange={(validUntil) => draft.change({ validUntil })} />
      <StartLines quoteId={quote.id} actions={actions} />
      <DialogButton
        dialog={(onClose) => (
          <UsualLines
            onClose={onClose}
            onAdd={(usual) => {
              onClose();
              actions.insert(
                asNewLedger([{ ...usual, quantity: "1", optional: false, choice: null, suggested: false }]),
              );
            }}
          />
        )}
      >
        Usual lines
      </DialogButton>
    </div>
  );
}

interface NoticesProps {
  quote: DeskQuoteDetails;
  differences: readonly Difference[];
  saveError: string | null;
  onTakeTheirs: () => void;
}

/** Someone else's changes, or the reason why saving failed. */
function Notices({ quote, differences, saveError, onTakeTheirs }: NoticesProps) {
  const isConflict = differences.length > 0;
  return (
    <div className={cx("grid gap-3", (isConflict || saveError) && "py-4")}>
      {isConflict && (
        <ConflictNote
          kind="quotes"
          id={quote.id}
          differences={differences}
          show={(name, value) => ({ label: name, words: value })}
          onTakeTheirs={onTakeTheirs}
        />
      )}
      {saveError && !isConflict && <FormAlert>{saveError}</FormAlert>}
    </div>
  );
}
