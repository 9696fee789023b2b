import type { LucideIcon } from "lucide-react";
import { CreditCard, MessageSquare, Phone, Receipt, Tag } from "lucide-react";
import { packageName, planName, treeName } from "~/api/catalog-names";
import type { JobKind } from "~/api/statuses";
import type { WhatsNextItem } from "~/api/types";
import { calendarPath } from "~/features/jobs";
import { type NextWords, nextWords } from "~/features/quotes";
import { cardName } from "~/lib/card-name";
import { daysBetween, easternDay, easternToday } from "~/lib/eastern";
import {
  formatDay,
  formatDayTime,
  formatDeadline,
  formatMoney,
  formatMoneyExact,
  formatZonedTime,
} from "~/lib/format";
import { checkoutPath, myServicesPath, payTreePath, subscribePath } from "~/lib/paths";
import { reminderWords } from "~/lib/reminder";

/** The texts of an item: a sentence with its beginning in bold, a second line and a button. */
export interface ItemWords extends NextWords {
  detail: string;
  button: string;
  /** The button's target: a page of the app, or a file. */
  link: { to: string } | { href: string };
  /** The day on the calendar sheet. Without one, the icon is shown. */
  day?: string | undefined;
  icon: LucideIcon;
}

const visits: Record<JobKind, string> = {
  installation: "We install your lights",
  service: "We come by for your service visit",
  takedown: "We take your lights down",
};

/** Return "today", "tomorrow" or "", since the calendar sheet shows any other day. */
function soon(day: string): string {
  return ["today", "tomorrow"][daysBetween(easternToday(), day)] ?? "";
}

const sentence = (...words: string[]) => words.filter(Boolean).join(" ");
const atQuote = (id: string) => ({ to: myServicesPath("quotes", `quote-${id}`) });
const atStorage = (id: string) => ({ to: myServicesPath("storage", `storage-${id}`) });

/** Return the texts of an item. */
export function itemWords(item: WhatsNextItem): ItemWords {
  const { subjectId: id, detail, place } = item;
  const amount = formatMoneyExact(item.amount ?? 0);
  const day = item.day ?? undefined;
  const storage = { button: "Manage storage", link: atStorage(id), day, icon: CreditCard };
  switch (item.kind) {
    case "quote_answer":
      return {
        lead: `Your price is ready: ${amount}`,
        rest: `for ${packageName(detail)}, ${place}`,
        detail: `Ready for your OK.${item.at ? "" : " Once you accept, we'll schedule the crew."}`,
        button: "Review quote",
        link: atQuote(id),
        icon: Tag,
      };
    case "quote_reply":
      return {
        lead: "We replied to you",
        rest: `about ${packageName(detail)}, ${place}`,
        detail: formatDayTime(item.at ?? ""),
        button: "Read the reply",
        link: { to: myServicesPath("quotes", `comments-${id}`) },
        icon: MessageSquare,
      };
    case "quote_price":
    case "quote_day":
      return {
        ...responseWords(item),
        detail: `${packageName(detail)}, ${place}`,
        button: "See the quote",
        link: atQuote(id),
      };
    case "tree_day":
      return {
        ...responseWords(item),
        detail: `${treeName(detail)}, ${place}`,
        button: "See the order",
        link: { to: myServicesPath("tree-orders", `tree-order-${id}`) },
      };
    case "tree":
      return {
        lead: "Your tree arrives",
        rest: sentence(soon(item.day ?? ""), `at ${place}`),
        detail: treeName(detail),
        button: "See the order",
        link: { to: myServicesPath("tree-orders", `tree-order-${id}`) },
        day,
        icon: Tag,
      };
    case "visit":
      return visitWords(item, item.at ?? "");
    case "invoice":
      return invoiceWords(item, amount);
    case "deposit":
      return {
        lead: `Pay the deposit: ${amount}`,
        rest: "",
        detail: `Invoice ${detail}.`,
        button: `Pay ${amount}`,
        link: { to: checkoutPath(id, "first") },
        icon: Receipt,
      };
    case "tree_payment":
      return {
        lead: `${amount} is due`,
        rest: "for your tree",
        detail: `${treeName(detail)}, ${place}`,
        button: `Pay ${amount}`,
        link: { to: payTreePath(id) },
        icon: Receipt,
      };
    case "storage_past_due":
      return {
        ...storage,
        lead: "Your last storage payment didn't go through.",
        rest: "",
        detail: `${amount} is due. Update your card and we'll try again.`,
        button: "Update card",
      };
    case "storage_unpaid":
      return {
        ...storage,
        lead: `You chose ${planName(detail)} storage`,
        rest: `at ${formatMoney(item.amount ?? 0)} per month`,
        detail: "Starts with your first payment.",
        button: "Finish payment",
        link: { to: subscribePath(detail) },
      };
    case "storage_renewal":
      return {
        ...storage,
        lead: "Storage renews,",
        rest: item.amount === null ? "adjusted for your plan change" : `${amount} per month`,
        detail: item.card ? `Charged to your ${cardName(item.card)}.` : `${planName(detail)} storage`,
      };
    case "storage_end":
      return {
        ...storage,
        lead: "Your storage ends",
        rest: sentence(soon(item.day ?? "")),
        detail: "You can change your mind any time before then.",
      };
  }
}

/** Say by when we respond, or that we're late. */
function responseWords({
  kind,
  at,
}: WhatsNextItem): Pick<ItemWords, "lead" | "rest" | "call" | "day" | "icon"> {
  const by = at ?? "";
  const late = Date.parse(by) < Date.now();
  const shown = late || !by ? { icon: Phone } : { icon: Phone, day: by };
  if (kind === "tree_day") {
    if (late)
      return { lead: "We're late setting your tree's day.", rest: "We're sorry.", call: true, ...shown };
    return {
      lead: "We'll call to set your tree's day",
      rest: `by ${formatDeadline(new Date(by))}.`,
      ...shown,
    };
  }
  const progress =
    kind === "quote_price"
      ? ({ step: "requested", next: "price" } as const)
      : ({ step: "accepted", next: "day" } as const);
  const words = nextWords({ ...progress, by, replyBy: null, visit: null });
  return { lead: "", rest: "", ...words, ...shown };
}

function visitWords({ subjectId, detail, place }: WhatsNextItem, at: string): ItemWords {
  const day = easternDay(new Date(at));
  return {
    lead: visits[detail as JobKind],
    // Without a street address, the place is only the city.
    rest: sentence(soon(day), `${/\d/.test(place) ? "at" : "in"} ${place}`),
    detail: sentence(`Around ${formatZonedTime(at)}.`, reminderWords(day)),
    button: "Add to calendar",
    link: { href: calendarPath(subjectId) },
    day,
    icon: Tag,
  };
}

function invoiceWords({ subjectId, detail, day }: WhatsNextItem, amount: string): ItemWords {
  const isOverdue = day !== null && day < easternToday();
  return {
    lead: `${amount} is ${isOverdue ? "overdue" : "due"}`,
    rest: day ? soon(day) : "now",
    detail: sentence(`Invoice ${detail}.`, isOverdue ? `It was due on ${formatDay(day)}.` : ""),
    button: `Pay ${amount}`,
    link: { to: checkoutPath(subjectId) },
    // The detail has a past day. On a calendar sheet it would look like a future one.
    day: day && !isOverdue ? day : undefined,
    icon: Receipt,
  };
}
