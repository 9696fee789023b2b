import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { outcomeQuery } from "./api";
import type { Outcome } from "./outcome";

/** What Stripe adds to the address when a bank sends somebody back. */
const SECRETS = ["payment_intent_client_secret", "setup_intent_client_secret"];
const ADDED = [...SECRETS, "payment_intent", "setup_intent", "redirect_status", "source_type"];

/**
 * How it went, for somebody who comes back from their bank (3-D Secure by redirect): asked of Stripe, for what the
 * address says could be anybody's words. Undefined while it is asked; null when nobody came back, or when Stripe does
 * not say. The address is cleared of it, so that a reload does not tell it as news.
 */
export function useReturnedOutcome(): Outcome | null | undefined {
  const [params, setParams] = useSearchParams();
  const [secret] = useState(() => SECRETS.map((name) => params.get(name)).find(Boolean) ?? null);
  const { data, isError } = useQuery({ ...outcomeQuery(secret ?? ""), enabled: secret !== null });
  const known = data !== undefined || isError;

  useEffect(() => {
    if (secret === null || !known) return;
    setParams(
      (current) => {
        for (const name of ADDED) current.delete(name);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [secret, known, setParams]);

  return secret === null || isError ? null : data;
}
