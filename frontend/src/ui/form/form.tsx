import { type ComponentProps, createContext, use, useId } from "react";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { useEarlyInput, waitingForm } from "~/ui/early-input";
import type { AppForm } from "./use-app-form";

interface FormProps extends Omit<ComponentProps<"form">, "ref" | "id" | "noValidate" | "onSubmit"> {
  /** The result of `useAppForm`. */
  of: AppForm;
}

/** Whether the surrounding form is being sent. */
const Pending = createContext(false);

/** The form element of a `useAppForm`. Put `FormAlerts` where its alerts belong. */
export function Form({ of, ...rest }: FormProps) {
  const id = useId();
  useEarlyInput(id);
  return (
    <Pending value={of.pending}>
      <form ref={of.element} id={id} {...waitingForm} noValidate onSubmit={of.submit} {...rest} />
    </Pending>
  );
}

/** The submit button of a `Form`. While the form is being sent, it shows `pendingLabel` and ignores clicks. */
export function SubmitButton(
  props: Omit<ComponentProps<typeof Button>, "type" | "pending"> & { pendingLabel: string },
) {
  return <Button type="submit" pending={use(Pending)} {...props} />;
}

/** The summary of invalid fields, and the error that belongs to no field. */
export function FormAlerts({ of: { summary, problem, alert } }: { of: AppForm }) {
  return (
    <>
      {summary && <FormAlert>{summary}</FormAlert>}
      {problem && <FormAlert ref={alert}>{problem}</FormAlert>}
    </>
  );
}
