import type { ReceivedPayment } from "./types";

type Method = ReceivedPayment["method"];

const names: Record<Method, string> = {
  check: "Check",
  cash: "Cash",
  bank_transfer: "Bank transfer",
  card: "Card",
  other: "Other",
};

/** Payment methods, the most frequent first. */
export const methods = ["check", "cash", "bank_transfer", "card", "other"] as const satisfies Method[];

/** "bank_transfer" as "Bank transfer". */
export function methodName(method: Method): string {
  return names[method];
}
