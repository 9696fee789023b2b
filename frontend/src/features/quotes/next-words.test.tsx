import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JobKind } from "~/api/statuses";
import type { QuoteProgress } from "~/api/types";
import { readFrom } from "~/test/read-from";
import { aProgress } from "~/test/rows";
import { QuoteNext } from "./components/quote-next";

// Wednesday, November 18, 2026, 8:15 PM in New Hampshire.
const NOW = new Date("2026-11-19T01:15:00Z");

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

function shown(changes: Partial<QuoteProgress>): string | null {
  return render(<QuoteNext progress={aProgress(changes)} />).container.textContent;
}

const visit = (scheduledDate: string, kind: JobKind = "installation") =>
  ({ step: "scheduled", next: "visit", visit: { kind, scheduledDate } }) as const;

/** Normalize non-breaking spaces, and remove the time zone, which is shown in other zones. */
const plain = (text: string | null) => text?.replace(/\s/g, " ").replace(" Eastern", "");

describe("what happens next with a quote", () => {
  it("names the time zone of a visit for readers in another one", () => {
    readFrom("America/Los_Angeles");
    expect(shown(visit("2026-12-01T14:00:00Z"))).toMatch(/around 9:00\sAM Eastern\. Nothing for you to do\./);
  });

  it.each([
    [
      { step: "requested", next: "price", by: "2026-11-20T01:15:00Z" },
      "We'll send your price by 8:15 PM tomorrow (Thu, Nov 19).",
    ],
    [
      { step: "requested", next: "price", by: "2026-11-19T02:00:00Z" },
      "We'll send your price by 9:00 PM today (Wed, Nov 18).",
    ],
    [
      { step: "requested", next: "price", by: null },
      "We have your request. Questions? Call us at (603) 555-0148.",
    ],
    [{}, "Your turn: accept or ask. Ready for your OK. Once you accept, we'll schedule the crew."],
    [
      { visit: { kind: "installation", scheduledDate: "2026-12-01T14:00:00Z" } },
      "Your turn: accept or ask. Ready for your OK.",
    ],
    [
      { step: "accepted", next: "day", by: "2026-11-21T15:02:00Z" },
      "We'll call to set your day by 10:02 AM on Sat, Nov 21.",
    ],
    [
      { step: "scheduled", next: "day", by: null },
      "We'll write or call you with the day of your next visit.",
    ],
    [visit("2026-12-01T14:00:00Z"), "Installation on Tue, Dec 1, around 9:00 AM. Nothing for you to do."],
    [visit("2026-11-19T02:30:00Z", "service"), "Service visit today, around 9:30 PM. Nothing for you to do."],
    [
      visit("2026-11-17T14:00:00Z"),
      "Installation was planned for Tue, Nov 17. Still waiting for us? Call us at (603) 555-0148.",
    ],
    [
      { step: "scheduled", next: "takedown_day", by: "2026-12-27T05:00:00Z" },
      "Your lights are up. We'll set the day we take them down by Sun, Dec 27.",
    ],
    [{ step: "done", next: null }, "All done. Thanks for letting us light your place."],
    [{ step: "scheduled", next: null }, ""],
  ] as const)("%o", (changes, text) => {
    expect(plain(shown(changes))).toBe(text);
  });

  it.each([
    [{ step: "requested", next: "price" }, "Your price is late."],
    [{ step: "accepted", next: "day" }, "We're late setting your day."],
    [{ step: "scheduled", next: "takedown_day" }, "We're late setting the day we take your lights down."],
  ] as const)("says so once the deadline has passed: %o", (changes, text) => {
    expect(shown({ ...changes, by: "2026-11-19T01:14:00Z" })).toBe(
      `${text} We're sorry. Call us at (603) 555-0148.`,
    );
    expect(screen.getByRole("link", { name: "(603) 555-0148" })).toHaveAttribute("href", "tel:+16035550148");
  });

  it("shows the deadline for our reply to a question", () => {
    expect(plain(shown({ step: "done", next: null, replyBy: "2026-11-19T22:00:00Z" }))).toContain(
      "We'll reply to you by 5:00 PM tomorrow (Thu, Nov 19).",
    );
    expect(shown({ replyBy: "2026-11-18T22:00:00Z" })).toContain(
      "Our reply is late. We're sorry. Call us at (603) 555-0148.",
    );
  });
});
