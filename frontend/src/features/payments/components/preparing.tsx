import { LoaderCircle } from "lucide-react";

/** The placeholder until the card form has loaded. */
export function Preparing() {
  return (
    <p role="status" aria-busy="true" className="grid justify-items-center gap-3 py-10 text-muted-foreground">
      <LoaderCircle
        aria-hidden
        className="size-8 animate-spin text-heading motion-reduce:animate-none"
        strokeWidth={1.75}
      />
      Preparing secure payment
    </p>
  );
}
