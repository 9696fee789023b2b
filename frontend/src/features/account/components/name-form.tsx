import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { CurrentUser } from "~/api/types";
import { landServerErrors } from "~/lib/form-errors";
import { sayFailed } from "~/lib/say-failed";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { TextInput } from "~/ui/text-input";
import { toast } from "~/ui/toast";
import { useSaveProfile } from "../api";
import { type ProfileValues, profileSchema } from "../schemas";

/** The customer's own name. */
export function NameForm({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const { firstName, lastName } = user;
  const form = useForm<ProfileValues>({
    resolver: zodResolver(profileSchema),
    defaultValues: { firstName, lastName },
  });
  const { register, formState, handleSubmit, setError } = form;
  const { errors, isSubmitting } = formState;
  const saveProfile = useSaveProfile();

  const save = async (values: ProfileValues) => {
    try {
      await saveProfile.mutateAsync(values);
    } catch (error) {
      landServerErrors(error, ["firstName", "lastName"], setError);
      sayFailed(error, "Name Not Saved");
      return;
    }
    toast({ title: "Name Saved" });
    onClose();
  };

  return (
    <form noValidate onSubmit={handleSubmit(save)} className="grid max-w-140 gap-field">
      <div className="grid gap-field sm:grid-cols-2">
        <Field label="First name" error={errors.firstName?.message}>
          <TextInput autoComplete="given-name" {...register("firstName")} />
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          <TextInput autoComplete="family-name" {...register("lastName")} />
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" variant="secondary" pending={isSubmitting} pendingLabel="Saving...">
          Save name
        </Button>
        <Button size="sm" variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
