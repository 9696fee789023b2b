import { Send } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "~/ui/button";
import { MoneyInput } from "../shared/money-input";
import type { QueueItem } from "../shared/types";
import { TakenCareOf } from "./step-cell";
import type { usePrice } from "./use-price";

interface PriceCellProps {
  item: QueueItem;
  price: ReturnType<typeof usePrice>;
  /** Whether it is the row being worked on, whose button is the one in amber. */
  chosen: boolean;
  gone: boolean;
}

/** The price of a waiting quote, with the button that sends it. On phones the field opens with a tap. */
export function PriceCell({ item, price, chosen, gone }: PriceCellProps) {
  const { text, problem, change, send } = price;
  const [opened, setOpened] = useState(text !== "");
  if (gone && text === "") return <TakenCareOf />;
  const open = ({ currentTarget }: MouseEvent) => {
    const cell = currentTarget.parentElement;
    // Phones show the keyboard only for a field that gets the focus during the tap itself.
    flushSync(() => setOpened(true));
    cell?.querySelector("input")?.focus();
  };
  // The second click of a double click would hit the row that has moved up.
  const press = ({ detail }: MouseEvent) => detail < 2 && send();
  return (
    <div data-price data-opened={opened || undefined} className="queue-act">
      {!opened && (
        <Button
          size="sm"
          variant="outline"
          className="z-1 px-2! md:hidden"
          onClick={open}
          aria-label={`Enter price for ${item.customerName}`}
        >
          Enter price
        </Button>
      )}
      <MoneyInput
        data-amount
        className={opened ? "z-1" : "z-1 max-md:hidden"}
        value={text}
        onChange={change}
        onEnter={() => {
          if (!gone) send();
        }}
        onEscape={() => change("")}
        readOnly={gone}
        invalid={problem !== null}
        aria-label={`Price for ${item.customerName}`}
      />
      {!gone && (
        <Button
          size="sm"
          variant={chosen ? "primary" : "outline"}
          className={`z-1 px-2! whitespace-nowrap lg:max-xl:w-target lg:max-xl:px-0! ${opened ? "" : "max-md:hidden"}`}
          onClick={press}
          aria-label={`Send quote to ${item.customerName}`}
        >
          <span className="lg:max-xl:hidden">Send quote</span>
          <Send className="hidden size-4 lg:max-xl:block" />
        </Button>
      )}
    </div>
  );
}
