import type { Estimate } from "~/api/types";
import { formatEstimate } from "~/lib/format";
import { EstimateLines } from "./estimate-lines";
import { PriceDetails } from "./price-details";

/** The estimate that the server stored with a request. Hidden if the price needs a visit. */
export function SentEstimate({ estimate }: { estimate: Estimate | null }) {
  if (!estimate || estimate.low === null || estimate.high === null) return null;
  return (
    <div className="rounded-md bg-surface-2 px-4 pt-4 pb-2">
      <p>
        <span className="block text-sm leading-snug text-muted-foreground">Your estimate is about </span>
        <span className="display block text-3xl leading-[1.15]">
          {formatEstimate({ low: estimate.low, high: estimate.high })}
        </span>
        <span className="mt-[0.35rem] block text-sm text-muted-foreground">
          {" "}
          We'll confirm it with your quote.
        </span>
      </p>
      <PriceDetails>
        <EstimateLines estimate={estimate} />
      </PriceDetails>
    </div>
  );
}
