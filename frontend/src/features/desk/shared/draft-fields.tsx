import type { UseFormReturn } from "react-hook-form";
import * as z from "zod";
import { text } from "~/lib/zod-messages";
import { DateField } from "~/ui/date-field";
import { Field } from "~/ui/field";
import { TextInput } from "~/ui/text-input";
import { Textarea } from "~/ui/textarea";
import { aboveZero } from "./amount-rule";
import { parseAmount } from "./money-input";

/** What every draft invoice has; `dueDate` is a day, undefined if it is due on receipt. */
export const draftSchema = z.object({
  amount: aboveZero,
  dueDate: z.string().optional(),
  description: text({ max: 2000 }),
});
type DraftValues = z.infer<typeof draftSchema>;

/** The values as the server takes them. */
export const draftBody = ({ amount, dueDate, description }: DraftValues) => ({
  amount: parseAmount(amount).amount ?? "",
  dueDate: dueDate ?? null,
  description,
});

/** The fields of `draftSchema` in a form that may have more of them. */
export function DraftFields<Values extends DraftValues>({ form }: { form: UseFormReturn<Values> }) {
  // TypeScript rejects a form with more fields as a form of these, since its setters are stricter.
  const { register, watch, setValue, formState } = form as unknown as UseFormReturn<DraftValues>;
  const { errors } = formState;
  return (
    <>
      <div className="grid grid-cols-2 gap-field">
        <Field label="Amount in dollars" error={errors.amount?.message}>
          <TextInput inputMode="decimal" autoComplete="off" {...register("amount")} />
        </Field>
        <Field label="Due date" optional error={errors.dueDate?.message}>
          <DateField
            value={watch("dueDate")}
            onChange={(day) => setValue("dueDate", day, { shouldDirty: true })}
          />
        </Field>
      </div>
      <Field label="Description" optional error={errors.description?.message}>
        <Textarea maxLength={2000} {...register("description")} />
      </Field>
    </>
  );
}
