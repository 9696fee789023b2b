import { planName } from "~/api/catalog-names";
import type { StorageSubscription } from "~/api/types";
import { formatMoney } from "~/lib/format";
import { scrollToSection } from "~/lib/scroll-to";
import { Button } from "~/ui/button";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { useResume } from "../api";

/** The button that resumes a canceled subscription, which charges nothing now. */
export function ResumeSubscription({ subscription }: { subscription: StorageSubscription }) {
  const { id, plan, monthlyAmount } = subscription;
  const resume = useResume();

  const resumePlan = () =>
    attempt("Couldn't resume the plan", async () => {
      await resume.mutateAsync(id);
      toast({
        title: "Plan resumed",
        description: `Your plan continues at ${formatMoney(monthlyAmount)} per month.`,
      });
      scrollToSection(`storage-${id}`);
    });

  return (
    <Button size="sm" variant="secondary" pendingLabel="Processing..." onClick={resumePlan}>
      <span>
        Resume plan<span className="sr-only">: {planName(plan)} storage</span>
      </span>
    </Button>
  );
}
