import type { StorageSubscription } from "~/api/types";

export interface Subscription extends StorageSubscription {
  status: "incomplete" | "active" | "past_due" | "canceling" | "canceled";
  currentPeriodEnd: string | null;
  endsAt: string | null;
  card: { brand: string; last4: string } | null;
}

export interface StartedSubscription {
  clientSecret: string | null;
  subscription: Subscription;
}

export interface ClientSecret {
  clientSecret: string;
}

export interface PlanPreview {
  plan: StorageSubscription["plan"];
  monthlyAmount: string;
  nextPaymentAmount: string;
  nextPaymentDate: string | null;
  lines: { description: string; amount: string }[];
}
