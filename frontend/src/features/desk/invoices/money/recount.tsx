import { Check, TriangleAlert } from "lucide-react";
import type { DeskMoney } from "~/api/types";
import { formatCount, formatDay, formatDayTime, formatSigned } from "~/lib/format";
import { Section } from "../../shared/section";
import { monthAndYear } from "./money-words";

type Comparison = NonNullable<DeskMoney["recount"]>;

const ID = "differences";

/** Whether our rows match Stripe's, and when that was checked. */
export function Recount({ recount }: Pick<DeskMoney, "recount">) {
  const line = "flex items-center gap-1.5 text-xs text-muted-foreground max-lg:basis-full lg:ml-auto";
  if (!recount) return <p className={line}>Not compared with Stripe yet.</p>;
  const checked = `Checked ${formatDayTime(recount.checkedAt).replace("Today", "today")}`;
  return recount.matches ? (
    <p className={line}>
      <Check className="size-[1.1rem] flex-none text-success" strokeWidth={2.4} />
      Matches Stripe to the cent. {checked}
    </p>
  ) : (
    <p className={line}>
      <TriangleAlert className="size-[1.1rem] flex-none text-error-text" />
      <a
        href={`#${ID}`}
        className="inline-flex min-h-6 items-center font-[650] text-error-text underline underline-offset-[0.2em] max-lg:min-h-target"
      >
        {formatCount(recount.differences.length, "difference")} from Stripe
      </a>
      {checked}
    </p>
  );
}

/** What differs from Stripe. Renders nothing if everything matches. */
export function Differences({ of: { matches, differences } }: { of: Comparison }) {
  if (matches) return null;
  return (
    <div id={ID} className="scroll-mt-4 lg:col-span-2">
      <Section title="What differs from Stripe">
        <p className="text-sm text-muted-foreground">
          We copied everything again and this is still different. Check it in Stripe, and tell the person who
          maintains this site.
        </p>
        <ul className="grid gap-1.5 text-sm">
          {differences.map((difference) => (
            <li
              key={`${difference.what} ${difference.stripeId || difference.name}`}
              className="wrap-anywhere"
            >
              <Name {...difference} />: Stripe has {formatSigned(difference.stripe)}, we have{" "}
              {formatSigned(difference.ours)}
              {difference.stripe === difference.ours && " in other entries"}.
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function Name({ what, name, stripeId }: Comparison["differences"][number]) {
  if (what === "month") return <b className="font-[650] text-heading">{monthAndYear(name)}</b>;
  const words = what === "payout" ? `Payout for ${formatDay(name)}` : name;
  return (
    <a
      className="text-link inline-flex min-h-6 items-center max-lg:min-h-target"
      href={`https://dashboard.stripe.com/${what}s/${stripeId}`}
      target="_blank"
      rel="noreferrer"
    >
      {words}
      <span className="sr-only">, in Stripe, in a new tab</span>
    </a>
  );
}
