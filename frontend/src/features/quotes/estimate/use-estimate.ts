import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "~/api/client";
import { firstEstimate, firstLook } from "~/api/first-look.gen";
import { estimateKey } from "~/api/keys";
import type { Estimate, EstimateRequest, ServicePackage } from "~/api/types";
import { needsVisit } from "./published-price";

/** What to estimate, without the facts that are unknown. */
export interface EstimateChoice
  extends Pick<EstimateRequest, "squareFootage" | "storeys" | "frontWidthFeet"> {
  servicePackage: ServicePackage;
  addOns: string[];
}

/** Return the estimate that is part of the build; undefined for every choice but the first look. */
function knownEstimate(choice: EstimateChoice | null): Estimate | undefined {
  const { servicePackage, addOns } = firstLook;
  const first: EstimateChoice = { servicePackage, addOns: [...addOns] };
  if (JSON.stringify(choice) !== JSON.stringify(first)) return undefined;
  return { ...firstEstimate, lines: [...firstEstimate.lines], excludes: [...firstEstimate.excludes] };
}

/** Milliseconds for which the range of the previous choice stays on the screen. */
const KEEP_PREVIOUS = 600;

/**
 * Return the server's estimate of a choice; null while there is none. Each choice has its own query, so the last choice
 * wins in whatever order the responses arrive.
 *
 * For a moment, the estimate of the previous choice stays (`isUpdating`), so that nothing flickers: the returned
 * `choice` is the one that `estimate` is for. After a slow or failed request, the estimate is null.
 */
export function useEstimate(choice: EstimateChoice | null): {
  choice: EstimateChoice | null;
  estimate: Estimate | null;
  isUpdating: boolean;
} {
  const known = knownEstimate(choice);
  const { data, isPlaceholderData } = useQuery({
    queryKey: estimateKey(choice ?? {}),
    ...(choice && known && { initialData: { choice, estimate: known } }),
    queryFn: async ({ signal }) => {
      const body = choice as EstimateChoice;
      return { choice: body, estimate: await api.post("/api/estimate", { body, signal }) };
    },
    enabled: choice !== null && !needsVisit(choice.servicePackage),
    placeholderData: keepPreviousData,
    refetchOnReconnect: true,
  });
  const isLate = useIsLate(isPlaceholderData);
  if (!choice || needsVisit(choice.servicePackage) || !data || isLate) {
    return { choice, estimate: null, isUpdating: false };
  }
  return { ...data, isUpdating: isPlaceholderData };
}

function useIsLate(waiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setIsLate(true), KEEP_PREVIOUS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [waiting]);
  return waiting && isLate;
}
