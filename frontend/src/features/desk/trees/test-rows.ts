import type { DeskTreeOrder, ReceivedPayment } from "~/api/types";
import { aDeskOrder } from "../test-desk";

/** Mia Zorn's order, which waits for a call. */
export const pending: DeskTreeOrder = aDeskOrder({
  id: "t-7000000a",
  userId: "u7",
  customerName: "Mia Zorn",
  customerEmail: "mia@example.com",
  customerPhone: "603-555-0107",
  addressLine1: "9 Chapel Street",
  city: "Exeter",
  zipCode: "03833",
  treeSize: "modest_6ft",
  totalAmount: "128.40",
  amountDue: "128.40",
  preferredDeliveryDate: "2026-12-12",
  respondBy: "2026-11-25T18:30:00Z",
  createdAt: "2026-11-24T18:30:00Z",
  notes: "Ring twice",
});

/** Cal Abbot's order, who was reached and named no day. */
export const answered: DeskTreeOrder = aDeskOrder({
  id: "t-2000000e",
  userId: null,
  customerName: "Cal Abbot",
  customerEmail: "cal@example.com",
  customerPhone: "603-555-0122",
  addressLine1: "30 Water Street",
  addressLine2: "Apt 2",
  city: "Dover",
  zipCode: "03820",
  treeSize: "premium_8_10ft",
  includeTreeStand: false,
  totalAmount: "231.75",
  amountDue: "231.75",
  textUpdates: true,
  heardFrom: "neighbor",
  respondBy: "2026-11-23T15:00:00Z",
  answeredAt: "2026-11-24T15:00:00Z",
  createdAt: "2026-11-22T15:00:00Z",
});

/** Bea Quinn's order, which is confirmed and partly paid. */
export const confirmed: DeskTreeOrder = aDeskOrder({
  id: "t-9000000c",
  customerName: "Bea Quinn",
  customerEmail: "bea@example.com",
  customerPhone: "603-555-0119",
  addressLine1: "2 Pine Road",
  city: "Hampton",
  zipCode: "03842",
  includeWreaths: true,
  status: "confirmed",
  totalAmount: "187.10",
  amountPaid: "60.00",
  amountDue: "127.10",
  preferredDeliveryDate: "2026-12-04",
  respondBy: "2026-11-20T15:00:00Z",
  answeredAt: "2026-11-20T14:00:00Z",
  createdAt: "2026-11-19T15:00:00Z",
});

/** Zed Pike's order, which is scheduled and can't be paid online. */
export const scheduled: DeskTreeOrder = aDeskOrder({
  id: "t-4000000b",
  customerName: "Zed Pike",
  customerEmail: "zed@example.com",
  customerPhone: "603-555-0144",
  addressLine1: "77 Elm Avenue",
  city: "Portsmouth",
  includeDisposal: true,
  includeTreeLights: true,
  status: "scheduled",
  totalAmount: "204.60",
  amountDue: "204.60",
  canPayOnline: false,
  preferredDeliveryDate: "2026-11-28",
  scheduledDeliveryDate: "2026-12-01",
  respondBy: "2026-11-21T15:00:00Z",
  answeredAt: "2026-11-21T12:00:00Z",
  createdAt: "2026-11-20T15:00:00Z",
});

/** Amy Low's order, which is delivered and paid. */
export const delivered: DeskTreeOrder = aDeskOrder({
  id: "t-6000000d",
  customerName: "Amy Low",
  customerPhone: "603-555-0166",
  city: "Rye",
  status: "delivered",
  totalAmount: "99.95",
  amountPaid: "99.95",
  amountDue: "0.00",
  preferredDeliveryDate: null,
  scheduledDeliveryDate: "2026-11-22",
  respondBy: "2026-11-18T15:00:00Z",
  createdAt: "2026-11-17T15:00:00Z",
});

/** Gus Ito's order, which was canceled after a payment by card. */
export const canceled: DeskTreeOrder = aDeskOrder({
  id: "t-1000000f",
  customerName: "Gus Ito",
  customerPhone: "603-555-0111",
  city: "Dover",
  status: "cancelled",
  totalAmount: "143.20",
  amountPaid: "143.20",
  amountDue: "0.00",
  overpaid: "143.20",
  refundAt: "2026-11-27T17:00:00Z",
  preferredDeliveryDate: "2026-12-09",
  respondBy: "2026-11-25T09:00:00Z",
  createdAt: "2026-11-24T09:00:00Z",
});

export function aReceivedPayment(changes: Partial<ReceivedPayment> = {}): ReceivedPayment {
  return {
    id: "p3",
    cardPaymentId: null,
    refundable: "0.00",
    amount: "60.00",
    amountRefunded: "0.00",
    method: "check",
    note: "Check 4471",
    disputed: false,
    disputeLost: false,
    recordedBy: "Sam Lee",
    takenBackAt: null,
    takenBackBy: "",
    takenBackNote: "",
    amountOwed: "0.00",
    amountKept: "0.00",
    keptAt: null,
    keptBy: "",
    keptReason: "",
    createdAt: "2026-11-22T16:30:00Z",
    ...changes,
  };
}
