import { RotateCcw } from "lucide-react";
import { useIdempotencyKey } from "~/api/idempotency";
import { Button } from "~/ui/button";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { useAskAgain } from "../my-quotes";

interface AskAgainProps {
  quoteId: string;
  variant?: "primary" | "secondary";
  /** Called once the quote is open again and this button is about to disappear. */
  onAsked?: () => void;
}

/** The button that asks for a declined or expired quote again. */
export function AskAgain({ quoteId, variant = "primary", onAsked }: AskAgainProps) {
  const askAgain = useAskAgain(quoteId);
  const sendWithKey = useIdempotencyKey();
  const ask = () =>
    attempt("Couldn't ask for it again", async () => {
      await sendWithKey({}, (key) => askAgain.mutateAsync(key));
      toast({ title: "We have your request", description: "We'll look at it again and send you a price." });
      onAsked?.();
    });
  return (
    <Button
      variant={variant}
      size={variant === "secondary" ? "sm" : "md"}
      pendingLabel="Processing..."
      onClick={ask}
    >
      <RotateCcw className="size-[1.25em]" />
      Ask for it again
    </Button>
  );
}
