import * as z from "zod";
import { text } from "~/lib/zod-messages";
import { DayField, FormField, type FormOf } from "~/ui/form/fields";
import { TextInput } from "~/ui/text-input";
import { Textarea } from "~/ui/textarea";
import { aboveZero } from "./amount-rule";
import { parseAmount } from "./money-input";

/** What every draft invoice has; `dueDate` is a day, "" if it is due on receipt. */
export const draftSchema = z.object({
  amount: aboveZero,
  dueDate: z.string(),
  description: text({ max: 2000 }),
});
type DraftValues = z.infer<typeof draftSchema>;

/** The values as the server takes them. */
export const draftBody = ({ amount, dueDate, description }: DraftValues) => ({
  amount: parseAmount(amount).amount ?? "",
  dueDate: dueDate || null,
  description,
});

/** The fields of `draftSchema` in a form that may have more of them. */
export function DraftFields<Values extends DraftValues>({ of }: { of: FormOf<Values> }) {
  // TypeScript rejects a form with more fields as a form of these, since its setters are stricter.
  const draft = of as unknown as FormOf<DraftValues>;
  return (
    <>
      <div className="grid grid-cols-2 gap-field">
        <FormField of={draft} name="amount" label="Amount in dollars">
          <TextInput inputMode="decimal" autoComplete="off" />
        </FormField>
        <DayField of={draft} name="dueDate" label="Due date" optional />
      </div>
      <FormField of={draft} name="description" label="Description" optional>
        <Textarea maxLength={2000} />
      </FormField>
    </>
  );
}
