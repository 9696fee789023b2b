import type { TreeOrder } from "~/api/types";
import { loadAhead } from "~/lib/load-part";
import { DayField } from "~/ui/form/fields";
import { Form, FormAlerts, SubmitButton } from "~/ui/form/form";
import { lazyResolver } from "~/ui/form/lazy-resolver";
import { useAppForm } from "~/ui/form/use-app-form";
import { toast } from "~/ui/toast";
import { useChangePreferredDay } from "../api";
import type { DayOutput, DayValues } from "../day-rules";
import { formatFullDay } from "../format";
import { FollowCard } from "./follow-layout";

const loadRules = () => import("../day-rules");
const resolver = lazyResolver<DayValues, DayOutput>(loadRules);

/** The customer's preferred delivery day, which they can change until we have set the day. */
export function PreferredDay({ order }: { order: TreeOrder }) {
  const changeDay = useChangePreferredDay(order.id);
  const saving = useAppForm({
    resolver,
    defaults: { preferredDeliveryDate: order.preferredDeliveryDate ?? "" },
    draft: `preferred-day:${order.id}`,
    send: ({ preferredDeliveryDate }) => changeDay.mutateAsync(preferredDeliveryDate),
    failed: { title: "Couldn't change the day" },
    onSent: ({ preferredDeliveryDate }) => {
      const day = preferredDeliveryDate ?? "";
      saving.form.reset({ preferredDeliveryDate: day });
      toast({ title: "Preferred day changed", description: `You asked for ${formatFullDay(day)}.` });
    },
  });
  return (
    <FollowCard title="Your preferred day">
      <p className="text-sm text-muted-foreground">
        You can change it until we've set your delivery day. We'll do our best to come then.
      </p>
      <Form of={saving} onFocusCapture={loadAhead(loadRules)} className="grid gap-4">
        <FormAlerts of={saving} />
        <DayField
          of={saving}
          name="preferredDeliveryDate"
          label="Preferred delivery date"
          className="max-w-84"
          required
        />
        <div>
          <SubmitButton
            disabled={!saving.form.formState.isDirty}
            pendingLabel="Saving..."
            className="max-sm:w-full"
          >
            Change day
          </SubmitButton>
        </div>
      </Form>
    </FollowCard>
  );
}
