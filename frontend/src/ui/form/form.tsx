import { type ComponentProps, useId } from "react";
import { FormAlert } from "~/ui/alert";
import { useEarlyInput, waitingForm } from "~/ui/early-input";
import type { AppForm } from "./use-app-form";

interface FormProps extends Omit<ComponentProps<"form">, "ref" | "id" | "noValidate" | "onSubmit"> {
  /** The result of `useAppForm`. */
  of: AppForm;
}

/** The form element of a `useAppForm`. Put `FormAlerts` where its alerts belong. */
export function Form({ of, ...rest }: FormProps) {
  const id = useId();
  useEarlyInput(id);
  return <form ref={of.element} id={id} {...waitingForm} noValidate onSubmit={of.submit} {...rest} />;
}

/** The summary of invalid fields, and the problem that no field can show. */
export function FormAlerts({ of: { summary, problem, alert } }: { of: AppForm }) {
  return (
    <>
      {summary && <FormAlert>{summary}</FormAlert>}
      {problem && <FormAlert ref={alert}>{problem}</FormAlert>}
    </>
  );
}
