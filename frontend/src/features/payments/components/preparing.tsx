import { LoaderCircle } from "lucide-react";

/** The placeholder until the card form has loaded. */
export function Preparing() {
  return (
    <p role="status" aria-busy="true" className="grid justify-items-center gap-3 py-10 text-muted-foreground">
      <LoaderCircle className="size-8 animate-spin text-heading motion-reduce:animate-none" />
      Preparing secure payment
    </p>
  );
}
