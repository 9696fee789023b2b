import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { outcomeQuery } from "./api";
import type { Outcome } from "./outcome";

/** The query parameters that Stripe adds to the return URL. */
const SECRETS = ["payment_intent_client_secret", "setup_intent_client_secret"];
const ADDED = [...SECRETS, "payment_intent", "setup_intent", "redirect_status", "source_type"];

/**
 * Return the outcome for someone whose bank has sent them back to the page (3-D Secure by redirect); undefined while it
 * loads, null if the URL has no payment or Stripe doesn't respond. It comes from Stripe, since anyone could have
 * written the URL. The parameters are removed from the URL, so that a reload doesn't announce the outcome again.
 */
export function useReturnedOutcome(): Outcome | null | undefined {
  const [params, setParams] = useSearchParams();
  const [secret] = useState(() => SECRETS.map((name) => params.get(name)).find(Boolean) ?? null);
  const { data, isError } = useQuery(outcomeQuery(secret));
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
