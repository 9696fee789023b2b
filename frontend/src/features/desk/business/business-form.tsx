import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { invalidate } from "~/api/keys";
import { FormField } from "~/ui/form/fields";
import { Form, FormAlerts } from "~/ui/form/form";
import { TextInput } from "~/ui/text-input";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { deskKeys } from "../shared/keys";
import { LeaveGuard } from "../shared/leave-guard";
import { NewerNote } from "../shared/newer-note";
import { Section } from "../shared/section";
import type { Difference } from "../shared/use-row-edit";
import { useVersionForm } from "../shared/use-version-form";
import { type Business, businessQuery, saveBusiness } from "./api";
import { type BusinessField, businessLabels, businessSchema, changesOf, valuesOf } from "./fields";
import { openIn, SaveBar, unsavedNote } from "./save-bar";

const resolver = zodResolver(businessSchema);

/** The details that the business's pages, emails and documents show. */
export function BusinessForm({ business }: { business: Business }) {
  const { app, newer, isDirty } = useBusinessForm(business);
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
      {newer && (
        <NewerNote
          by={newer.version.updatedBy}
          at={newer.version.updatedAt}
          changes={newer.differences.map(changeWords)}
        />
      )}
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
            business.hours ? `Shown as ${business.hours}.` : "Not shown while it is empty."
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
        <SaveBar isDirty={isDirty} by={business.updatedBy} at={business.updatedAt} />
      </div>
    </Form>
  );
}

function useBusinessForm(business: Business) {
  const queryClient = useQueryClient();
  return useVersionForm({
    resolver,
    row: business,
    read: valuesOf,
    draft: "business",
    labels: businessLabels,
    fetchNewest: () => {
      void invalidate(queryClient, deskKeys.business("versions"));
      return queryClient.fetchQuery({ ...businessQuery, staleTime: 0 });
    },
    save: (values, start) => saveBusiness(start.updatedAt, changesOf(start.values, values)),
    failed: { title: "Nothing was saved" },
    staysOpen: true,
    onSent: (saved) => {
      queryClient.setQueryData(businessQuery.queryKey, saved);
      void invalidate(queryClient, deskKeys.business("versions"));
      toast({ title: "Saved", description: "Pages, emails and documents show it within a minute." });
    },
  });
}

function changeWords({ name, from, to }: Difference) {
  const shown = (value: string) => value.replaceAll("\n", ", ");
  return { label: businessLabels[name as BusinessField], before: shown(from), after: shown(to) };
}
