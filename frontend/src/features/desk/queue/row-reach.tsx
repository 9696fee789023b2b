import { Mail, MessageSquareMore, Phone } from "lucide-react";
import { phoneHref } from "~/lib/phone";
import type { QueueItem } from "../shared/types";
import { isWithoutQuote } from "./kinds";
import { preferenceOf, preferences } from "./row-words";

export const channels = {
  phone: { Icon: Phone, verb: "Call" },
  sms: { Icon: MessageSquareMore, verb: "Text" },
  email: { Icon: Mail, verb: "Email" },
} as const;

/** A way to reach a customer. */
type Channel = keyof typeof channels;

/** Return the channel that someone without an open quote used; null for everyone else, and for a text that wants no more. */
function inboundChannel(item: QueueItem): Channel | null {
  if (!isWithoutQuote(item)) return null;
  if (item.summary.startsWith("Text message")) return item.wantsNoTexts ? null : "sms";
  return item.summary.startsWith("Email") ? "email" : "phone";
}

/** Return the ways to reach the customer of a row, the preferred one first. */
export function waysToReach(item: QueueItem) {
  const { phone, email, textsOff } = item;
  const preferred = preferenceOf(item) ?? inboundChannel(item) ?? (phone ? "phone" : "email");
  const order: Channel[] = [
    preferred,
    ...(["sms", "phone", "email"] as const).filter((each) => each !== preferred),
  ];
  return order.flatMap((channel) => {
    const to = channel === "email" ? email : phone;
    if (!to || (channel === "sms" && textsOff)) return [];
    return [
      {
        channel,
        to,
        href: channel === "email" ? `mailto:${to}` : phoneHref(channel === "sms" ? "sms" : "tel", to),
      },
    ];
  });
}

/** The link that contacts the customer in their preferred way. */
export function RowReach({ item }: { item: QueueItem }) {
  const [first] = waysToReach(item);
  if (!first) return <span className="max-xl:hidden" />;
  const { Icon, verb } = channels[first.channel];
  return (
    <a href={first.href} className="z-1 min-w-0 rounded-sm no-underline hover:underline max-xl:hidden">
      <span className="sr-only">
        {verb} {item.customerName}.{" "}
      </span>
      <span className="flex items-center gap-[0.4em] text-xs leading-5 font-semibold whitespace-nowrap text-heading">
        <Icon className="size-4 flex-none text-muted-foreground" />
        {preferenceOf(item) ? preferences[first.channel] : verb}
      </span>
      <span className="block truncate text-xs text-muted-foreground tabular-nums">{first.to}</span>
    </a>
  );
}
