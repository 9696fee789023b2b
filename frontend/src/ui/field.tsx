import { TriangleAlert } from "lucide-react";
import { createContext, type ReactNode, use, useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { cx } from "~/lib/cx";

interface ControlProps extends Partial<UseFormRegisterReturn> {
  id?: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
}

const FieldContext = createContext<ControlProps>({});

/** Return the props for the control inside a `Field`: its ID and the references to its help and error, in a form also the value. */
export function useFieldControl(): ControlProps {
  return use(FieldContext);
}

export interface FieldProps {
  label: ReactNode;
  optional?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
  /** What a form's `register` returned, for the control inside. */
  registered?: UseFormRegisterReturn;
  children: ReactNode;
}

function controlProps(id: string, error: unknown, help: unknown): ControlProps {
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");
  return {
    id,
    ...(error ? { "aria-invalid": true } : {}),
    ...(described ? { "aria-describedby": described } : {}),
  };
}

/** A labeled control with its help and error. The controls in this folder get their ID from it. */
export function Field({ label, optional, help, error, className, registered, children }: FieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-[0.4rem] block text-sm font-semibold text-heading">
        {label}
        {optional && <Optional />}
      </label>
      <FieldContext value={{ ...controlProps(id, error, help), ...registered }}>{children}</FieldContext>
      <FieldNotes id={id} help={help} error={error} />
    </div>
  );
}

/** A group of controls (radio buttons or chips) under one legend. */
export function FieldGroup({
  label,
  optional,
  help,
  error,
  className,
  children,
  radio = false,
}: Omit<FieldProps, "registered"> & { radio?: boolean }) {
  const id = useId();
  const { "aria-describedby": describedBy } = controlProps(id, error, help);
  return (
    <fieldset
      className={cx("min-w-0", className)}
      aria-describedby={describedBy}
      {...(radio ? { role: "radiogroup", "aria-invalid": Boolean(error) } : {})}
    >
      <legend className="mb-[0.6rem] block text-sm font-[650] text-heading">
        {label}
        {optional && <Optional />}
      </legend>
      {children}
      <FieldNotes id={id} help={help} error={error} />
    </fieldset>
  );
}

function Optional() {
  return <span className="font-normal text-muted-foreground"> (optional)</span>;
}

function FieldNotes({ id, help, error }: { id: string; help: ReactNode; error: string | undefined }) {
  return (
    <>
      {error && (
        <p
          id={`${id}-error`}
          className="mt-[0.4rem] flex items-start gap-[0.45em] text-sm leading-[1.35] font-[550] text-error-text"
        >
          <TriangleAlert className="mt-[0.05em] size-[1.25em] flex-none" />
          {error}
        </p>
      )}
      {help && (
        <p
          id={`${id}-help`}
          className="mt-[0.4rem] text-xs leading-[1.4] wrap-anywhere text-muted-foreground"
        >
          {help}
        </p>
      )}
    </>
  );
}
