import type { UseFormRegisterReturn } from "react-hook-form";
import { DateField } from "~/ui/date-field";
import { Field } from "~/ui/field";
import { TextInput } from "~/ui/text-input";
import { Textarea } from "~/ui/textarea";

interface DraftFieldsProps {
  amount: UseFormRegisterReturn;
  description: UseFormRegisterReturn;
  dueDate: string | undefined;
  onDueDate: (day: string | undefined) => void;
  errors: Partial<Record<"amount" | "dueDate" | "description", { message?: string | undefined }>>;
}

/** The editable fields of a draft invoice. */
export function DraftFields({ amount, description, dueDate, onDueDate, errors }: DraftFieldsProps) {
  return (
    <>
      <div className="grid grid-cols-2 gap-field">
        <Field label="Amount in dollars" error={errors.amount?.message}>
          <TextInput inputMode="decimal" autoComplete="off" {...amount} />
        </Field>
        <Field label="Due date" optional error={errors.dueDate?.message}>
          <DateField value={dueDate} onChange={onDueDate} />
        </Field>
      </div>
      <Field label="Description" optional error={errors.description?.message}>
        <Textarea maxLength={2000} {...description} />
      </Field>
    </>
  );
}
