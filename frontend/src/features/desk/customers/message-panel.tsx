import { useQuery } from "@tanstack/react-query";
import { hasFailed } from "~/api/failed";
import { formatDateTime } from "~/lib/format";
import { ErrorState } from "~/ui/error-state";
import { Facts } from "~/ui/record-card";
import { SkeletonRegion } from "~/ui/skeleton";
import { type OpenRow, PanelPart, RowPanel } from "../shared/row-panel";
import type { MessagePreview, OutboxMessage } from "../shared/types";
import { formatSize, titleOf, triesInWords } from "./message-words";
import { messageHtmlUrl, messageQuery } from "./outbox-api";

/** A message's times and its content. */
export function MessagePanel({ message, panel }: { message: OutboxMessage; panel: OpenRow }) {
  return (
    <RowPanel {...panel}>
      <MessageFacts message={message} />
      <Content message={message} />
    </RowPanel>
  );
}

function MessageFacts({ message }: { message: OutboxMessage }) {
  const { createdAt, notBefore, attemptedAt, sentAt, failedAt, reachedAt, tries } = message;
  const times = {
    Created: createdAt,
    "Not before": notBefore,
    "First try": attemptedAt,
    Sent: sentAt,
    Failed: failedAt,
  };
  return (
    <Facts
      items={[
        ...Object.entries(times).map(([label, at]) => ({ label, value: at && formatDateTime(at) })),
        { label: "Tries", value: triesInWords(tries) },
        { label: "Reached another way", value: reachedAt && formatDateTime(reachedAt) },
      ]}
    />
  );
}

function Content({ message }: { message: OutboxMessage }) {
  const query = useQuery(messageQuery(message.id));
  const { data } = query;
  if (data) return <Preview message={message} preview={data.preview} />;
  if (hasFailed(query)) return <ErrorState atDesk title="We couldn't load this message" query={query} />;
  return <SkeletonRegion label="Loading the message" className="grid gap-3" bar="h-80 w-full" />;
}

/** Why a message has no preview. */
function reasonFor({ status }: OutboxMessage, state: MessagePreview["state"]): string {
  if (state === "private") return "Emails about an account can have a code in them, so they're never shown.";
  if (state === "deleted") return "The text of this message has been deleted. We keep it for 12 months.";
  return status === "queued" ? "Written when it is sent." : "This message was never written.";
}

function Preview({ message, preview }: { message: OutboxMessage; preview: MessagePreview }) {
  const { state, text, hasHtml, attachments } = preview;
  if (state !== "shown") return <p className="text-sm text-muted-foreground">{reasonFor(message, state)}</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      {hasHtml && (
        <PanelPart title="As an email">
          {/* The server's policy already blocks scripts, requests and links. The sandbox is a second layer. */}
          <iframe
            title={`Email: ${titleOf(message)}`}
            src={messageHtmlUrl(message.id)}
            sandbox=""
            referrerPolicy="no-referrer"
            className="h-144 w-full rounded-md border border-border-strong bg-surface"
          />
        </PanelPart>
      )}
      <div className="grid content-start gap-6">
        {text && (
          <PanelPart title={hasHtml ? "As plain text" : "Text"}>
            <p className="rounded-md border border-border bg-surface p-4 text-sm wrap-anywhere whitespace-pre-wrap">
              {text.trim()}
            </p>
          </PanelPart>
        )}
        {attachments.length > 0 && (
          <PanelPart title="Attachments">
            <ul className="grid gap-1 text-sm">
              {attachments.map(({ name, size }) => (
                <li key={name} className="wrap-anywhere">
                  {name} <span className="text-muted-foreground">({formatSize(size)})</span>
                </li>
              ))}
            </ul>
          </PanelPart>
        )}
      </div>
    </div>
  );
}
