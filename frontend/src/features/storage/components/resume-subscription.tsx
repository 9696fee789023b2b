import { planName } from "~/api/catalog-names";
import type { StorageSubscription } from "~/api/types";
import { formatMoney } from "~/lib/format";
import { scrollToSection } from "~/lib/scroll-to";
import { Button } from "~/ui/button";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import { useResume } from "../api";

/** The button that resumes a canceled subscription, which charges nothing now. */
export function ResumeSubscription({ subscription }: { subscription: StorageSubscription }) {
  const { id, plan, monthlyAmount } = subscription;
  const resume = useResume();

  const resumePlan = async () => {
    try {
      await resume.mutateAsync(id);
      toast({
        title: "Plan resumed",
        description: `Your plan continues at ${formatMoney(monthlyAmount)} per month.`,
      });
      scrollToSection(`storage-${id}`);
    } catch (error) {
      toastError(error, "Couldn't resume the plan");
    }
  };

  return (
    <Button size="sm" variant="secondary" pendingLabel="Processing..." onClick={resumePlan}>
      <span>
        Resume plan<span className="sr-only">: {planName(plan)} storage</span>
      </span>
    </Button>
  );
}
