import { useId } from "react";
import { firstName } from "~/lib/format";
import { Button } from "~/ui/button";
import { barAtBottom } from "../shared/bar-height";
import { MoneyInput } from "../shared/money-input";
import type { QueueItem } from "../shared/types";
import { usePrice } from "./use-price";

/** The price at the bottom of a waiting quote's page on phones and tablets, where the list is out of view. */
export function PriceBar({ item }: { item: QueueItem }) {
  const { text, problem, change, send } = usePrice(item);
  const id = useId();
  return (
    <div
      ref={barAtBottom}
      data-bottom-bar
      className="sticky bottom-0 z-10 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 border-t border-border bg-surface px-gutter py-3 shadow-raised lg:hidden"
    >
      <label htmlFor={id} className="col-span-full text-xs font-semibold text-heading">
        Price for {firstName(item.customerName)}
      </label>
      <MoneyInput id={id} value={text} onChange={change} onEnter={send} invalid={problem !== null} />
      <Button size="sm" onClick={send}>
        Send quote
      </Button>
      {problem && (
        <p role="alert" className="col-span-full text-xs font-[550] text-error-text">
          {problem}
        </p>
      )}
    </div>
  );
}
