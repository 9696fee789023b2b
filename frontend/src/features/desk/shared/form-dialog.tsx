import type { ReactNode } from "react";
import { cx } from "~/lib/cx";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Form, FormAlerts, SubmitButton } from "~/ui/form/form";
import type { AppForm } from "~/ui/form/use-app-form";

interface DialogFormProps {
  /** The result of `useAppForm`. */
  of: AppForm;
  /** The label of the submit button, such as "Draft invoice". */
  label: string;
  pendingLabel: string;
  cancelLabel?: string;
  className?: string;
  onClose: () => void;
  /** The fields. */
  children?: ReactNode;
}

interface FormDialogProps extends DialogFormProps {
  title: string;
  description: string;
}

/** A dialog of the desk with a form. Render it only while it is open. */
export function FormDialog({ title, description, ...form }: FormDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => open || form.onClose()} title={title} description={description}>
      <DialogForm {...form} />
    </Dialog>
  );
}

/** The form of a dialog that shows something else first. Canceling deletes the draft; closing the dialog keeps it. */
export function DialogForm(props: DialogFormProps) {
  const { of, label, pendingLabel, cancelLabel = "Cancel", className, onClose, children } = props;
  const cancel = () => {
    of.forgetDraft();
    onClose();
  };
  return (
    <Form of={of} className={cx("grid grid-cols-[minmax(0,1fr)] gap-field", className)}>
      <FormAlerts of={of} />
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={cancel}>
          {cancelLabel}
        </Button>
        <SubmitButton pendingLabel={pendingLabel}>{label}</SubmitButton>
      </div>
    </Form>
  );
}
