import type { QueueItem } from "../shared/types";

/** What a row about a payment or a failed message is about, and the terms that say whether money is paid back. */
export function WhatHappened({ item: { summary, question, terms } }: { item: QueueItem }) {
  return (
    <>
      <p className="wrap-anywhere">{summary}</p>
      {question && <p className="text-xs wrap-anywhere text-muted-foreground">{question}</p>}
      {terms && <AcceptedTerms terms={terms} />}
    </>
  );
}

/** The accepted terms about refunds; `terms` has one sentence per line. */
function AcceptedTerms({ terms }: { terms: string }) {
  return (
    <section className="rounded-md bg-surface-2 px-3.5 py-3 text-xs">
      <h4 className="font-semibold text-heading">The terms they accepted</h4>
      <ul className="mt-1.5 grid list-disc gap-1 pl-4">
        {terms.split("\n").map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
