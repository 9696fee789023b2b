import type {
  Address,
  Comment,
  Estimate,
  Invoice,
  Job,
  ProposalLine,
  Quote,
  QuoteDetails,
  QuoteProgress,
  StorageCharge,
  StorageSubscription,
  TreeOrder,
  WhatsNextItem,
} from "~/api/types";
import { customer } from "./server";

const stamps = { createdAt: "2026-11-03T15:00:00Z", updatedAt: "2026-11-03T15:00:00Z" };

/** The estimate of Premium with wreaths for two stories and four cars. */
export function anEstimate(changes: Partial<Estimate> = {}): Estimate {
  return {
    low: 854,
    high: 1294,
    currency: "USD",
    lines: [
      { label: "Premium Installation", low: 599, high: 809 },
      { label: "House front over 40 feet", low: 120, high: 190 },
      { label: "Second story and higher", low: 90, high: 160 },
      { label: "Wreaths & Garland", low: 45, high: 135 },
    ],
    excludes: ["Repairs to gutters, outlets or wiring", "A lift where ladders don't reach"],
    ...changes,
  };
}

/** The progress of `aQuote`, whose price waits for the customer's answer. */
export function aProgress(changes: Partial<QuoteProgress> = {}): QuoteProgress {
  return { step: "priced", next: "answer", by: null, replyBy: null, visit: null, ...changes };
}

/** A priced quote that waits for the customer's answer. */
export function aQuote(changes: Partial<Quote> = {}): Quote {
  return {
    id: "0198a000-0000-7000-8000-0000a41f09c2",
    userId: customer.id,
    fullName: "Eleanor Hayes",
    email: customer.email,
    phone: "603-555-0172",
    city: "Portsmouth",
    streetAddress: "41 Marcy Street",
    addressId: null,
    servicePackage: "premium",
    squareFootage: 2400,
    storeys: null,
    frontWidthFeet: null,
    preferredStartDate: "2026-11-24",
    addOns: ["wreaths"],
    comments: "",
    textUpdates: false,
    communicationPreference: "email",
    hasLines: false,
    revision: 0,
    validUntil: null,
    expired: false,
    status: "reviewed",
    quoteAmount: "1284.50",
    design: null,
    estimate: anEstimate(),
    look: null,
    progress: aProgress(),
    ...stamps,
    ...changes,
  };
}

/** `aQuote` as returned for its page: a single price, without lines. */
export function aQuoteInDetail(changes: Partial<QuoteDetails> = {}): QuoteDetails {
  return {
    ...aQuote(),
    lines: [],
    note: "",
    excludes: anEstimate().excludes,
    changes: null,
    terms: { version: 1, sentences: ["Your price holds until the day named above."] },
    acceptance: null,
    deposit: { percent: 25, credit: "0.00" },
    jobs: [],
    invoices: [],
    ...changes,
  };
}

/** A customer's acceptance of a price through their link. */
export function aYes(quoteAmount: string): NonNullable<QuoteDetails["acceptance"]> {
  return {
    acceptedBy: "Eleanor Hayes",
    channel: "link",
    acceptedAt: "2026-11-20T15:02:00Z",
    quoteAmount,
    revision: 0,
    terms: { version: 1, sentences: [] },
  };
}

/** A line of a proposal that is part of the price. */
export function aLine(changes: Partial<ProposalLine> = {}): ProposalLine {
  return {
    id: "0198a000-0000-7000-8000-000000000001",
    text: "Wreaths, 20 in., red bows",
    quantity: "5.00",
    unit: "piece",
    unitPrice: "38.00",
    amount: "190.00",
    optional: false,
    choice: null,
    suggested: false,
    chosen: false,
    ...changes,
  };
}

/** The look of `aQuote` if its request had a design. */
export function aLook(): NonNullable<Quote["look"]> {
  return {
    code: "p-warm-w",
    bulbs: "Warm white",
    description: "Premium Installation, warm white lights, with Wreaths & Garland",
    picture: "/api/looks/p-warm-w/card.svg?v=1",
    thumbnail: "/api/looks/p-warm-w/thumbnail.jpg?v=1",
  };
}

/** A comment by staff. */
export function aComment(changes: Partial<Comment> = {}): Comment {
  return {
    id: "c1",
    content: "Is there an outlet near the porch?",
    commentType: "comment",
    isStaffComment: true,
    authorName: "Ada Whitcomb",
    channel: "site",
    otherSender: "",
    createdAt: "2026-11-04T14:12:00Z",
    ...changes,
  };
}

/** A saved address without storage. */
export function anAddress(changes: Partial<Address> = {}): Address {
  return {
    id: "a1",
    userId: customer.id,
    label: "Shop",
    street: "12 Central Avenue",
    city: "Dover",
    state: "NH",
    zipCode: "03820",
    status: "active",
    isDefault: false,
    ...stamps,
    ...changes,
  };
}

/** A scheduled visit. */
export function aJob(changes: Partial<Job> = {}): Job {
  return {
    id: "j1",
    quoteId: "q1",
    userId: customer.id,
    kind: "installation",
    scheduledDate: "2026-11-24T14:00:00Z",
    status: "scheduled",
    notes: "",
    user: null,
    quote: { servicePackage: "premium", city: "Portsmouth", quoteAmount: "875.00" },
    ...stamps,
    ...changes,
  };
}

/** An unpaid invoice. */
export function anInvoice(changes: Partial<Invoice> = {}): Invoice {
  return {
    id: "i1",
    userId: customer.id,
    quoteId: null,
    invoiceNumber: "INV-2026-00002",
    amount: "875.00",
    firstAmount: null,
    firstDueDate: null,
    fromAcceptance: false,
    awaitsYes: false,
    replacedById: null,
    amountPaid: "0.00",
    amountDue: "875.00",
    dueNow: "875.00",
    amountRefunded: "0.00",
    amountDisputed: "0.00",
    amountLost: "0.00",
    overpaid: "0.00",
    staffDecide: false,
    status: "sent",
    dueDate: "2026-12-05",
    sentAt: "2026-11-21T15:00:00Z",
    paidDate: null,
    description: "Holiday light installation",
    billToName: "Eleanor Hayes",
    billToAddress: "41 Marcy Street\nPortsmouth, NH",
    billToEmail: "eleanor@example.com",
    ...stamps,
    ...changes,
  };
}

/** An active subscription for one home. */
export function aSubscription(changes: Partial<StorageSubscription> = {}): StorageSubscription {
  return {
    id: "s1",
    userId: customer.id,
    plan: "consumer",
    monthlyAmount: "15.00",
    active: true,
    status: "active",
    currentPeriodEnd: "2026-12-21T05:00:00Z",
    endsAt: null,
    nextPaymentDiffers: false,
    startedAt: stamps.createdAt,
    card: { brand: "visa", last4: "4242" },
    addresses: [anAddress({ label: "Home", street: "41 Marcy Street", city: "Portsmouth" })],
    ...stamps,
    ...changes,
  };
}

/** A scheduled tree order. */
export function aTreeOrder(changes: Partial<TreeOrder> = {}): TreeOrder {
  return {
    id: "0198a000-0000-7000-8000-00007be2d310",
    userId: customer.id,
    customerName: "Eleanor Hayes",
    customerEmail: customer.email,
    customerPhone: "603-555-0172",
    addressLine1: "41 Marcy Street",
    addressLine2: "",
    city: "Portsmouth",
    state: "NH",
    zipCode: "03801",
    treeSize: "quality_7_8ft",
    treePrice: "100.00",
    deliveryPrice: "40.00",
    totalAmount: "160.00",
    amountPaid: "0.00",
    amountRefunded: "0.00",
    amountDue: "160.00",
    amountDisputed: "0.00",
    amountLost: "0.00",
    overpaid: "0.00",
    amountRefunding: "0.00",
    paying: false,
    canPayOnline: true,
    includeTreeStand: true,
    includeTreeLights: false,
    includeWreaths: false,
    includeDisposal: false,
    textUpdates: false,
    status: "confirmed",
    preferredDeliveryDate: "2026-12-05",
    scheduledDeliveryDate: "2026-12-06",
    notes: "",
    ...stamps,
    ...changes,
  };
}

/** The next item for the customer: `aQuote`'s price, which waits for their answer. */
export function aWhatsNextItem(changes: Partial<WhatsNextItem> = {}): WhatsNextItem {
  return {
    kind: "quote_answer",
    subjectId: "0198a000-0000-7000-8000-0000a41f09c2",
    waitsForYou: true,
    day: null,
    at: null,
    amount: "742.00",
    place: "41 Marcy Street",
    detail: "premium",
    card: null,
    ...changes,
  };
}

/** A paid monthly charge for storage. */
export function aStorageCharge(changes: Partial<StorageCharge> = {}): StorageCharge {
  return {
    id: "c1",
    subscriptionId: "s1",
    plan: "consumer",
    amount: "15.00",
    amountRefunded: "0.00",
    status: "paid",
    chargedAt: "2026-11-21T15:00:00Z",
    hasReceipt: true,
    ...changes,
  };
}
