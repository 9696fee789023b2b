import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Quote } from "~/api/types";
import { loadAhead } from "~/lib/load-part";
import { textsHint, waysToReach } from "~/lib/ways-to-reach";
import { Card } from "~/ui/card";
import { FormField } from "~/ui/form/fields";
import { Form, FormAlerts, SubmitButton } from "~/ui/form/form";
import { FormTitle } from "~/ui/form/form-title";
import { useSent } from "~/ui/form/use-sent";
import { HeardFromField } from "~/ui/heard-from-field";
import { Honeypot } from "~/ui/honeypot";
import { Segmented } from "~/ui/segmented";
import { TextConsent } from "~/ui/text-consent";
import { Textarea } from "~/ui/textarea";
import { useQuoteLook } from "../quote-look";
import { loadRules, type QuoteFields, useQuoteForm } from "../use-quote-form";
import { AddressFields } from "./address-fields";
import { BuildingFields } from "./building-fields";
import { ContactFields } from "./contact-fields";
import { FormEstimate } from "./form-estimate";
import { HouseFields } from "./house-fields";
import { PackageFields } from "./package-fields";
import { QuoteSent } from "./quote-sent";
import { YourLook } from "./your-look";

export interface QuoteFormProps {
  /** The level of the heading, which depends on the page around the form. */
  heading: "h2" | "h3";
  /** Where the view moves to show the confirmation. */
  scrollTo: "page" | "card";
}

/** The card with the quote form, replaced by the confirmation after sending. */
export function QuoteForm({ heading, scrollTo }: QuoteFormProps) {
  const [sent, setSent] = useSent<Quote>("quote");
  const [isAnother, setAnother] = useState(false);
  const sendAnother = () => {
    setAnother(true);
    setSent(null);
  };
  // A look that is chosen after sending starts another request.
  const look = useQuoteLook();
  const isForAnother = look !== null && sent !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per look
  useEffect(() => {
    if (isForAnother) setSent(null);
  }, [isForAnother]);

  if (sent && !isForAnother)
    return (
      <QuoteSent quote={sent.result} scrollTo={sent.isFresh ? scrollTo : "nowhere"} onAgain={sendAnother} />
    );
  return (
    <Card>
      <FormTitle as={heading} focused={isAnother} className="display mb-[1.1rem] text-2xl leading-[1.2]">
        Holiday Light Installation Quote
      </FormTitle>
      <RequestForm onSent={setSent} />
    </Card>
  );
}

function RequestForm({ onSent }: { onSent: (quote: Quote) => void }) {
  const request = useQuoteForm(onSent);
  const { form } = request;
  const { register, formState } = form;
  const { errors } = formState;
  return (
    // post: if the form is submitted before its scripts run, personal data must not end up in the URL.
    <Form
      of={request}
      method="post"
      onFocusCapture={loadAhead(loadRules)}
      className="relative grid gap-field"
    >
      <YourLook form={form} isLost={request.lookIsLost} />
      <FormAlerts of={request} />
      <div className="group grid grid-cols-[minmax(0,1fr)] gap-field sm:grid-cols-2">
        <ContactFields of={request} />
        <AddressFields form={form} />
      </div>
      <PackageFields form={form} />
      <BuildingFields of={request} />
      <HouseFields form={form} />
      <FormEstimate form={form} />
      <ReachField form={form} />
      <FormField of={request} name="comments" label="Anything we should know?" optional>
        <Textarea />
      </FormField>
      <TextConsent box="quote" {...register("textUpdates")} />
      <HeardFromField error={errors.heardFrom?.message} {...register("heardFrom")} />
      <Honeypot {...register("website")} />
      <div className="grid gap-3">
        <SubmitButton block pendingLabel="Sending your request...">
          Request my free quote
        </SubmitButton>
        <p className="text-center text-sm text-muted-foreground">
          No obligation. A detailed quote within 24 hours.
        </p>
      </div>
    </Form>
  );
}

function ReachField({ form: { control, register, formState } }: { form: QuoteFields }) {
  const [way, textUpdates] = useWatch({ control, name: ["communicationPreference", "textUpdates"] });
  return (
    <Segmented
      legend="Best way to reach you"
      options={waysToReach}
      defaultValue="email"
      help={textsHint(way, textUpdates)}
      error={formState.errors.communicationPreference?.message}
      {...register("communicationPreference")}
    />
  );
}
