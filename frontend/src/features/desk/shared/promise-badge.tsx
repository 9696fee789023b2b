import { AlarmClock, Check, Clock, TriangleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import { formatDateTime } from "~/lib/format";
import { Tooltip } from "~/ui/tooltip";
import { type PromiseState, promiseState } from "./promise";
import { useNow } from "./use-now";

const looks = {
  calm: { Icon: Clock, tone: "blue" },
  soon: { Icon: AlarmClock, tone: "amber" },
  late: { Icon: TriangleAlert, tone: "red" },
  kept: { Icon: Check, tone: "green" },
} as const;

/** The time left to respond within the promised 24 hours, or when the business responded, as text, color and icon. */
export function PromiseBadge({ respondBy, answeredAt }: { respondBy: string; answeredAt?: string | null }) {
  const now = useNow();
  if (answeredAt) {
    const late = Date.parse(answeredAt) > Date.parse(respondBy);
    return <Badge look={late ? "late" : "kept"} words={`Answered ${formatDateTime(answeredAt)}`} />;
  }
  const { words, urgency } = promiseState(respondBy, now);
  return (
    <Tooltip text={`Reply due ${formatDateTime(respondBy)}`}>
      <Badge look={urgency} words={words} focusable />
    </Tooltip>
  );
}

interface BadgeProps extends ComponentProps<"span"> {
  look: PromiseState["urgency"] | "kept";
  words: string;
  /** It has a tooltip, which the keyboard has to reach. */
  focusable?: boolean;
}

function Badge({ look, words, focusable, ...rest }: BadgeProps) {
  const { Icon, tone } = looks[look];
  return (
    <span
      {...rest}
      {...(focusable ? { tabIndex: 0 } : {})}
      className="inline-flex items-center gap-[0.4em] rounded-sm px-[0.55rem] py-[0.36rem] text-xs leading-none font-[650] whitespace-nowrap tabular-nums not-focus-visible:outline-1 not-focus-visible:-outline-offset-1 not-focus-visible:outline-transparent"
      style={{ backgroundColor: `var(--tone-${tone}-bg)`, color: `var(--tone-${tone}-fg)` }}
    >
      <Icon className="size-[1.15em] flex-none" strokeWidth={2} />
      {words}
    </span>
  );
}
