import { memo } from "react";
import { Link } from "react-router";
import { shortId } from "~/lib/format";
import { formatPhone } from "~/lib/phone";
import { StatusBadge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { type Column, DeskRow } from "../shared/desk-table";
import { EmailText } from "../shared/email-text";
import { customerPath, invoicePath, quotePath, treeOrderPath } from "../shared/record-links";
import { type OpenRow, RowToggle, useOpenRow } from "../shared/row-panel";
import type { OutboxMessage } from "../shared/types";
import { MessagePanel } from "./message-panel";
import { kindInWords, moment, titleOf, triesInWords, whenInWords } from "./message-words";
import { useSendAgain } from "./outbox-api";

/** A message with its row's panel state. */
interface MessageItem {
  message: OutboxMessage;
  panel: OpenRow;
  what: string;
}

export const messageColumns: readonly Column<MessageItem>[] = [
  {
    label: "Message",
    kind: "lead",
    className: "lg:max-w-96",
    cell: ({ message }) => (
      <>
        <b className="block font-[650] text-heading">{titleOf(message)}</b>
        {message.subject && (
          <span className="text-xs text-muted-foreground">
            {message.channel === "sms" && "Text: "}
            {kindInWords(message.kind)}
          </span>
        )}
      </>
    ),
  },
  {
    label: "To",
    className: "lg:max-w-64",
    cell: ({ message: { to } }) =>
      to ? (
        <EmailText address={formatPhone(to)} />
      ) : (
        <span className="text-muted-foreground">Set when it is written</span>
      ),
  },
  {
    label: "About",
    cell: ({ message }) => <About message={message} />,
  },
  {
    label: "State",
    className: "lg:max-w-72",
    cell: ({ message }) => <State message={message} />,
  },
  {
    label: "When",
    cell: ({ message }) => (
      <span>
        {whenInWords(message)}
        <span className="block text-xs text-muted-foreground">{triesInWords(message.tries)}</span>
      </span>
    ),
  },
  {
    label: "Actions",
    kind: "action",
    cell: ({ message, what, panel }) => (
      <>
        {message.canBeSentAgain && <SendAgain message={message} what={what} />}
        <RowToggle what={what} {...panel} />
      </>
    ),
  },
];

/** One message: its recipient, its subject and its state. */
export const MessageRow = memo(function MessageRow({ message }: { message: OutboxMessage }) {
  const panel = useOpenRow(message.id);
  const what = `message to ${formatPhone(message.to) || message.customerName}, ${titleOf(message)}`;
  return (
    <DeskRow
      columns={messageColumns}
      item={{ message, panel, what }}
      details={[panel.isOpen && <MessagePanel message={message} panel={panel} />]}
    />
  );
});

/** The link to the row that a message is about. */
function subjectOf(message: OutboxMessage): { words: string; to?: string } {
  const { kind, quoteId, treeOrderId, invoiceId, invoiceNumber, paymentId, subscriptionId } = message;
  if (quoteId) return { words: `Quote ${shortId(quoteId)}`, to: quotePath(quoteId) };
  if (treeOrderId) return { words: `Tree order ${shortId(treeOrderId)}`, to: treeOrderPath(treeOrderId) };
  if (invoiceId && invoiceNumber) return { words: invoiceNumber, to: invoicePath(invoiceId, invoiceNumber) };
  if (subscriptionId) return { words: "Storage plan" };
  if (kind === "office-today") return { words: "The day ahead" };
  if (kind === "office-inquiry" || kind === "missed-call") return { words: "A question without a quote" };
  return { words: paymentId ? "Card payment" : "Their account" };
}

function About({ message }: { message: OutboxMessage }) {
  const { words, to } = subjectOf(message);
  const { customerName, customerKey } = message;
  return (
    <span>
      {to ? (
        <Link className="text-link inline-flex min-h-8 items-center" to={to}>
          {words}
        </Link>
      ) : (
        words
      )}
      {customerName && customerKey && (
        <span className="block text-xs">
          <Link
            className="text-link inline-flex min-h-target items-center lg:min-h-6"
            to={customerPath(customerKey)}
          >
            {customerName}
          </Link>
        </span>
      )}
    </span>
  );
}

function State({ message }: { message: OutboxMessage }) {
  const { status, error, reachedAt, notTexted, delivery } = message;
  return (
    <span>
      <StatusBadge kind="message" status={status} />
      {error && <span className="mt-1 block text-xs text-muted-foreground">{error}</span>}
      {notTexted && (
        <span className="mt-1 block text-xs text-muted-foreground">Email, not text: {notTexted}</span>
      )}
      {delivery === "delivered" && (
        <span className="mt-1 block text-xs text-muted-foreground">Delivered to the phone</span>
      )}
      {reachedAt && (
        <span className="mt-1 block text-xs text-muted-foreground">
          Reached another way {moment(reachedAt)}
        </span>
      )}
    </span>
  );
}

function SendAgain({ message, what }: { message: OutboxMessage; what: string }) {
  const sending = useSendAgain();
  return (
    <Button
      size="sm"
      variant="outline"
      aria-label={`Send again: ${what}`}
      onClick={() => sending.mutate(message)}
    >
      Send again
    </Button>
  );
}
