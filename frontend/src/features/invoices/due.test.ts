import { describe, expect, it } from "vitest";
import { anInvoice } from "~/test/rows";
import { canPayByCard, isDepositDue, isRestToCome, restLater } from "./api";

it.each([
  ["0.49", false],
  ["0.50", true],
  ["875.00", true],
])("whether %s can be paid by card: %s", (amount, expected) => {
  expect(canPayByCard(amount)).toBe(expected);
});

describe("the invoice of an accepted quote", () => {
  const accepted = anInvoice({
    status: "sent",
    fromAcceptance: true,
    dueDate: null,
    amountDue: "1275.00",
    dueNow: "318.75",
  });

  it.each([
    ["the deposit is asked for first, and the rest later", {}, true, "956.25"],
    ["the deposit can be all of it", { dueNow: "1275.00" }, true, "0.00"],
    ["the rest is left after the deposit", { amountDue: "956.25", dueNow: "0.00" }, false, "956.25"],
    ["all is due from the installation on", { dueDate: "2026-12-09", dueNow: "1275.00" }, false, "0.00"],
    ["nothing is due once it is canceled", { status: "cancelled", dueNow: "0.00" }, false, "0.00"],
  ] as const)("%s", (_, changes, isDeposit, later) => {
    const invoice = { ...accepted, ...changes };
    expect(isDepositDue(invoice)).toBe(isDeposit);
    expect(restLater(invoice)).toBe(later);
    expect(isRestToCome(invoice)).toBe(later !== "0.00");
  });
});
