import { Mail, MessageSquareText, Phone } from "lucide-react";
import { cx } from "~/lib/cx";
import { phoneHref } from "~/lib/phone";
import { Tooltip } from "~/ui/tooltip";

interface ContactLinksProps {
  name: string;
  phone: string;
  email: string;
  /** The customer's preferred channel comes first, with its name; the others are icons. */
  preference?: "email" | "sms" | "phone" | undefined;
  /** They want no texts. */
  textsOff?: boolean | undefined;
}

const channels = {
  phone: { Icon: Phone, verb: "Call" },
  sms: { Icon: MessageSquareText, verb: "Text" },
  email: { Icon: Mail, verb: "Email" },
} as const;

/** Links to call, text or email a customer, with the customer's preferred channel first. */
export function ContactLinks({ name, phone, email, preference = "phone", textsOff }: ContactLinksProps) {
  const hrefs = { phone: phoneHref("tel", phone), sms: phoneHref("sms", phone), email: `mailto:${email}` };
  const order = [
    preference,
    ...(["phone", "sms", "email"] as const).filter((each) => each !== preference),
  ].filter((channel) => channel !== "sms" || !textsOff);
  return (
    <ul className="flex flex-wrap items-center gap-1" aria-label={`Contact ${name}`}>
      {order.map((channel, place) => {
        const { Icon, verb } = channels[channel];
        const first = place === 0;
        // The accessible name contains the visible text, for people who use voice control.
        const hasNumber = first && channel !== "email";
        const words = hasNumber ? `${verb} ${phone}` : verb;
        return (
          <li key={channel}>
            <Tooltip text={channel === "email" ? email : phone}>
              <a
                href={hrefs[channel]}
                aria-label={`${words}${hasNumber ? "," : ""} ${name}${first ? ", preferred" : ""}`}
                className={cx(
                  "inline-flex min-h-target min-w-target items-center justify-center gap-[0.5em] rounded-md text-sm font-[550] no-underline hover:bg-surface-2",
                  first
                    ? "border-[1.5px] border-border-strong bg-surface px-3 text-heading"
                    : "text-muted-foreground",
                )}
              >
                <Icon className="size-[1.25em] flex-none" />
                {first && <span className="max-w-52 truncate tabular-nums">{words}</span>}
              </a>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}
