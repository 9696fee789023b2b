import { useState } from "react";
import { flushSync } from "react-dom";
import { toast } from "~/ui/toast";
import type { DaySheet, PaymentCode } from "../shared/types";
import { usePaymentCodes } from "./api";
import { isPayable } from "./order-words";

/** The QR codes on a sheet, by order. */
export type Codes = ReadonlyMap<string, PaymentCode>;

/**
 * Print a day sheet with a QR code for each order that can be paid by card. The codes are made when it is printed, not
 * when it is opened, since each one creates a new private link.
 */
export function usePrintedCodes(sheet: DaySheet | undefined) {
  const [codes, setCodes] = useState<Codes>(new Map());
  const create = usePaymentCodes();
  const payable = (sheet?.towns ?? []).flatMap(({ orders }) => orders).filter(isPayable);
  const missing = payable.map(({ id }) => id).filter((id) => !codes.has(id));

  const print = () => {
    if (missing.length === 0) return window.print();
    create.mutate(missing, {
      onSuccess: (made) => {
        // Render the codes before the browser prints.
        flushSync(() => setCodes(new Map([...codes, ...made.map((code) => [code.orderId, code] as const)])));
        window.print();
      },
      onError: () =>
        toast({
          title: "Couldn't make the QR codes",
          description: "Try again, or print without them from your browser's menu.",
          variant: "destructive",
        }),
    });
  };
  return { codes, print, isPreparing: create.isPending };
}
