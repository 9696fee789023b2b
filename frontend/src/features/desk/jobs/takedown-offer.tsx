import { createContext, type ReactNode, use, useState } from "react";
import type { RevisedJob } from "~/api/types";
import { TakedownDialog } from "./takedown-dialog";

const OfferContext = createContext<(installation: RevisedJob) => void>(() => undefined);

/** Asks whether to schedule the takedown of an installation that is completed. */
export function useOfferTakedown() {
  return use(OfferContext);
}

/** Where the question is asked: over whichever view of the jobs is open. */
export function TakedownOffer({ children }: { children: ReactNode }) {
  const [installation, setInstallation] = useState<RevisedJob | null>(null);
  return (
    <OfferContext value={setInstallation}>
      {children}
      {installation && <TakedownDialog installation={installation} onClose={() => setInstallation(null)} />}
    </OfferContext>
  );
}
