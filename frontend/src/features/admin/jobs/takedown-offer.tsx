import { createContext, type ReactNode, use, useState } from "react";
import { TakedownDialog } from "./takedown-dialog";
import type { DeskJob } from "./types";

const OfferContext = createContext<(installation: DeskJob) => void>(() => undefined);

/** Asks whether to schedule the takedown of an installation that is completed. */
export function useOfferTakedown() {
  return use(OfferContext);
}

/** Where the question is asked: over whichever view of the jobs is open. */
export function TakedownOffer({ children }: { children: ReactNode }) {
  const [installation, setInstallation] = useState<DeskJob | null>(null);
  return (
    <OfferContext value={setInstallation}>
      {children}
      {installation && <TakedownDialog installation={installation} onClose={() => setInstallation(null)} />}
    </OfferContext>
  );
}
