import { createContext, type ReactNode, use, useState } from "react";
import type { RevisedJob } from "~/api/types";
import { TakedownDialog } from "./takedown-dialog";

const OfferContext = createContext<(installation: RevisedJob) => void>(() => undefined);

/** Return the function that offers to schedule the takedown of a completed installation. */
export function useOfferTakedown() {
  return use(OfferContext);
}

/** Shows the offer over any view of the jobs. */
export function TakedownOffer({ children }: { children: ReactNode }) {
  const [installation, setInstallation] = useState<RevisedJob | null>(null);
  return (
    <OfferContext value={setInstallation}>
      {children}
      {installation && <TakedownDialog installation={installation} onClose={() => setInstallation(null)} />}
    </OfferContext>
  );
}
