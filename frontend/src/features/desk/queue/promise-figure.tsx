import { useQuery } from "@tanstack/react-query";
import { formatCount } from "~/lib/format";
import { Tooltip } from "~/ui/tooltip";
import { promiseQuery } from "./api";

/** How many customers heard from us within 24 hours this season. Its tooltip says how many more we tried to reach. */
export function PromiseFigure() {
  const { data, isError } = useQuery(promiseQuery);
  if (!data) {
    return isError ? (
      <p role="alert" className="max-w-52 text-xs text-error-text">
        We couldn't load this season's numbers.
      </p>
    ) : null;
  }
  const { onTime, late, percent, triedInTime } = data;
  const tried =
    triedInTime === 0
      ? "Everyone who was tried within 24 hours was reached in time."
      : `${formatCount(triedInTime, "more was", "more were")} tried within 24 hours but not reached in time.`;
  return (
    <Tooltip text={`A price, a reply or a call that reached them within 24 hours. ${tried}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip has to be reachable by keyboard */}
      <p tabIndex={0} className="flex items-center gap-2.5 rounded-sm whitespace-nowrap max-md:gap-2">
        <b className="text-[1.375rem] leading-6 font-bold text-heading tabular-nums">
          {percent === null ? "–" : `${percent}%`}
        </b>
        <span className="text-2xs leading-4 text-muted-foreground tabular-nums">
          <span className="block text-xs font-semibold text-foreground">Answered on time</span>
          {onTime.toLocaleString("en-US")} of {(onTime + late).toLocaleString("en-US")} this season
        </span>
      </p>
    </Tooltip>
  );
}
