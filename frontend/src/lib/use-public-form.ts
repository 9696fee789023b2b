import { useEffect, useRef, useState } from "react";
import type { FieldValues, Path, PathValue, Resolver, UseFormReturn } from "react-hook-form";
import { useNavigate } from "react-router";
import { useCurrentUser } from "~/api/auth";
import { ApiError } from "~/api/errors";
import { useIdempotencyKey } from "~/api/idempotency";
import { focusFirstInvalid, landServerErrors } from "./form-errors";
import { paths } from "./paths";

/** A resolver whose rules are fetched when they are first needed, so that no first visit pays for them. */
export function lateResolver<Values extends FieldValues, Output>(
  load: () => Promise<{ resolver: Resolver<Values, unknown, Output> }>,
): Resolver<Values, unknown, Output> {
  return async (values, context, options) => {
    const rules = await load().catch(() => null);
    // The connection broke before the rules came: the server has the same ones and says so in the same words.
    if (!rules) return { values: values as unknown as Output, errors: {} };
    return rules.resolver(values, context, options);
  };
}

interface PublicForm<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  /** The fields in the order they stand on the page, as the summary of mistakes names them. */
  labels: Partial<Record<Path<Values>, string>>;
  /** The fields that a signed-in person's own name and e-mail address are written into. */
  person: { name: Path<Values>; email: Path<Values> };
  send: (values: Output, idempotencyKey: string) => Promise<unknown>;
  onFailed: (error: unknown) => void;
  /** After success, once the form is empty again. */
  onSent: () => void;
}

/**
 * What the two forms that need no account share: one idempotency key per form, mistakes shown and focused, the server's
 * messages on their fields, and the way to My Services for signed-in people.
 */
export function usePublicForm<Values extends FieldValues, Output>(options: PublicForm<Values, Output>) {
  const { form, labels, send, onFailed, onSent } = options;
  const [problem, setProblem] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  const idempotencyKey = useIdempotencyKey();
  const navigate = useNavigate();
  const fieldNames = Object.keys(labels) as Path<Values>[];
  const user = usePrefill(options);

  const { submitCount, errors } = form.formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per attempt, not with every corrected field
  useEffect(() => {
    if (submitCount === 0 || !element.current) return;
    if (!focusFirstInvalid(element.current) && problem) alert.current?.focus();
  }, [submitCount]);

  const trySending = async (values: Output) => {
    setProblem(null);
    try {
      await send(values, idempotencyKey.get());
    } catch (error) {
      // The key was used for other answers: what stands in the form now is something new.
      if (error instanceof ApiError && error.status === 409) idempotencyKey.renew();
      setProblem(landServerErrors(error, fieldNames, form.setError));
      onFailed(error);
      return;
    }
    idempotencyKey.renew();
    form.reset();
    onSent();
    if (user) navigate(paths.myServices);
  };

  return {
    form,
    element,
    alert,
    problem,
    user,
    wrong: fieldNames.filter((name) => errors[name]).map((name) => labels[name] ?? name),
    submit: form.handleSubmit(trySending, () => setProblem(null)),
  };
}

/** Writes the signed-in person's name and e-mail address into the form, never over something typed. */
function usePrefill<Values extends FieldValues, Output>({ form, person }: PublicForm<Values, Output>) {
  const { user } = useCurrentUser();
  const { resetField, getValues } = form;
  const { name, email } = person;
  useEffect(() => {
    if (!user) return;
    const known = { [name]: [user.firstName, user.lastName].filter(Boolean).join(" "), [email]: user.email };
    for (const field of [name, email]) {
      const value = known[field] as PathValue<Values, Path<Values>>;
      if (value && !getValues(field)) resetField(field, { defaultValue: value });
    }
  }, [user, resetField, getValues, name, email]);
  return user;
}
