import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "~/api/errors";
import { invalidate } from "~/api/keys";
import { FormField } from "~/ui/form/fields";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { TextInput } from "~/ui/text-input";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { deskKeys } from "../shared/keys";
import { LeaveGuard } from "../shared/leave-guard";
import { NewerNote } from "../shared/newer-note";
import { Section } from "../shared/section";
import { type Business, businessQuery, saveBusiness } from "./api";
import {
  type BusinessField,
  type BusinessValues,
  businessFields,
  businessLabels,
  businessSchema,
  changesOf,
  valuesOf,
} from "./fields";
import { openIn, SaveBar, unsavedNote } from "./save-bar";

const resolver = zodResolver(businessSchema);

/** The details that the business's pages, emails and documents show. */
export function BusinessForm({ business }: { business: Business }) {
  const { app, base, newer, isDirty } = useBusinessForm(business);
  const field = (name: BusinessField, help?: string, rows?: number) => (
    <FormField
      of={app}
      name={name}
      label={businessLabels[name]}
      optional={!["name", "phone", "email", "cities"].includes(name)}
      help={help}
    >
      {rows ? (
        <Textarea rows={rows} />
      ) : (
        <TextInput type={name.endsWith("Url") ? "url" : "text"} autoComplete="off" />
      )}
    </FormField>
  );
  return (
    <Form of={app} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isDirty && <LeaveGuard openIn={openIn} description={unsavedNote} />}
      {newer && <NewerNote {...newer} />}
      <FormAlerts of={app} />
      <Section title="How customers reach you">
        {field("name")}
        {field("phone", "Calls to your texting number are forwarded to it.")}
        {field(
          "email",
          "Emails are sent from this address, and notices for the office go to it. A new domain needs SPF and DKIM: see Installation.",
        )}
        {field("address", "On one line. Shown on invoices, for checks, and at the foot of every email.")}
      </Section>
      <Section title="When and where">
        {field(
          "openingHours",
          `Two-letter days and 24-hour times, such as Mo-Fr 08:00-17:00, Sa 09:00-12:00. ${
            base.hours ? `Shown as ${base.hours}.` : "Not shown while it is empty."
          }`,
        )}
        {field("cities", "One per line. The quote form's own list doesn't change.", 5)}
        {field("license", "One line, shown at the foot of every page.")}
      </Section>
      <Section title="Links" text="Each is shown once it is filled in.">
        {field("reviewsUrl", "For example, https://example.com/reviews")}
        {field("photosUrl")}
        {field("instagramUrl")}
        {field("facebookUrl")}
        {field(
          "termsUrl",
          "A longer text elsewhere. /terms then links to it and says that it takes precedence.",
        )}
        {field("privacyUrl", "The same for /privacy.")}
      </Section>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SaveBar isDirty={isDirty} by={base.updatedBy} at={base.updatedAt} />
      </div>
    </Form>
  );
}

interface Newer {
  by: string | null;
  at: string | null;
  changes: { label: string; before: string; after: string }[];
}

/** The form's state. If someone else saves a newer version, the typed values stay. */
function useBusinessForm(business: Business) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(business);
  const [newer, setNewer] = useState<Newer | null>(null);
  const takeNewer = async () => {
    const theirs = await queryClient.fetchQuery({ ...businessQuery, staleTime: 0 });
    setNewer({ by: theirs.updatedBy, at: theirs.updatedAt, changes: differences(base, theirs) });
    setBase(theirs);
    app.form.reset(valuesOf(theirs), { keepDirtyValues: true });
    void invalidate(queryClient, deskKeys.business("versions"));
  };
  const app = useAppForm({
    resolver,
    defaults: valuesOf(business),
    draft: `business ${base.updatedAt}`,
    labels: businessLabels,
    send: async (values: BusinessValues) => {
      try {
        return await saveBusiness(base.updatedAt, changesOf(valuesOf(base), values));
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) await takeNewer();
        throw error;
      }
    },
    failed: { title: "Nothing was saved" },
    staysOpen: true,
    onSent: (saved) => {
      setBase(saved);
      setNewer(null);
      app.form.reset(valuesOf(saved));
      queryClient.setQueryData(businessQuery.queryKey, saved);
      void invalidate(queryClient, deskKeys.business("versions"));
      toast({ title: "Saved", description: "Pages, emails and documents show it within a minute." });
    },
  });
  return { app, base, newer, isDirty: app.form.formState.isDirty };
}

function differences(before: Business, after: Business): Newer["changes"] {
  const [was, now] = [valuesOf(before), valuesOf(after)];
  const shown = (value: string) => value.replaceAll("\n", ", ");
  return businessFields
    .filter((field) => was[field] !== now[field])
    .map((field) => ({ label: businessLabels[field], before: shown(was[field]), after: shown(now[field]) }));
}
