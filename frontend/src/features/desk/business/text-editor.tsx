import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod";
import { invalidate } from "~/api/keys";
import { text } from "~/lib/zod-messages";
import { Button } from "~/ui/button";
import { FormField } from "~/ui/form/fields";
import { Form, FormAlerts } from "~/ui/form/form";
import { applyServerErrors } from "~/ui/form/form-errors";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import { deskKeys } from "../shared/keys";
import { LeaveGuard } from "../shared/leave-guard";
import { NewerNote } from "../shared/newer-note";
import { Section } from "../shared/section";
import { useVersionForm } from "../shared/use-version-form";
import { type EditedText, previewText, saveText, type TextPageName, textQuery } from "./api";
import { Placeholders } from "./placeholders";
import { ReadText } from "./read-text";
import { openIn, SaveBar, unsavedNote } from "./save-bar";
import { TextVersions } from "./text-versions";

const resolver = zodResolver(
  z.object({ markdown: text({ min: 1, max: 50_000, message: "Write something" }) }),
);

interface TextEditorProps {
  page: TextPageName;
  title: string;
  edited: EditedText;
}

/** The editor for a page's text, beside its preview and its versions. */
export function TextEditor({ page, title, edited }: TextEditorProps) {
  const { app, newer, isDirty } = useTextForm(page, edited);
  const { setValue } = app.form;
  const preview = usePreview(page, app.form);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <Form of={app} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isDirty && <LeaveGuard openIn={openIn} description={unsavedNote} />}
        {newer && <NewerNote by={newer.version.updatedBy} at={newer.version.updatedAt} />}
        <FormAlerts of={app} />
        <Section
          title={title}
          text={`The text of /${page}. Saving adds a version; earlier ones stay readable.`}
        >
          <FormField
            of={app}
            name="markdown"
            label="Text"
            help="Markdown: ## begins a section, ### a question, a blank line a paragraph, - a list. **bold**, [words](/quote)."
          >
            <Textarea rows={24} className="font-mono text-sm" />
          </FormField>
          <Placeholders of={edited.placeholders} />
        </Section>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="outline" pendingLabel="Loading..." onClick={preview.show}>
            Preview
          </Button>
          <SaveBar isDirty={isDirty} by={edited.updatedBy} at={edited.updatedAt} />
        </div>
      </Form>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {preview.html !== null && (
          <Section title="Preview" text="No one else can see it until you save.">
            <ReadText label="Preview" html={preview.html} />
          </Section>
        )}
        <TextVersions
          page={page}
          current={edited.number}
          onUse={(markdown) =>
            setValue("markdown", markdown, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
          }
        />
      </div>
    </div>
  );
}

function useTextForm(page: TextPageName, edited: EditedText) {
  const queryClient = useQueryClient();
  return useVersionForm({
    resolver,
    row: edited,
    read: ({ markdown }) => ({ markdown }),
    draft: `text ${page}`,
    labels: { markdown: "Text" },
    fetchNewest: () => {
      void invalidate(queryClient, deskKeys.text(page, "versions"));
      return queryClient.fetchQuery({ ...textQuery(page), staleTime: 0 });
    },
    save: ({ markdown }, { updatedAt }) => saveText(page, updatedAt, markdown),
    failed: { title: "Nothing was saved" },
    staysOpen: true,
    onSent: (saved) => {
      queryClient.setQueryData(textQuery(page).queryKey, saved);
      void invalidate(queryClient, deskKeys.text(page, "versions"));
      toast({ title: "Saved", description: `/${page} shows it within a minute.` });
    },
  });
}

/** Keep the preview of the page as HTML; null until it is requested. */
function usePreview(page: TextPageName, form: ReturnType<typeof useTextForm>["app"]["form"]) {
  const [html, setHtml] = useState<string | null>(null);
  // As a mutation, so that the end of the session is noticed.
  const { mutateAsync } = useMutation({ mutationFn: (markdown: string) => previewText(page, markdown) });
  const show = async () => {
    try {
      form.clearErrors();
      setHtml((await mutateAsync(form.getValues("markdown"))).html);
    } catch (error) {
      const problem = applyServerErrors(error, ["markdown"], form.setError);
      if (problem) toastError(error, "We couldn't show the preview");
      else form.setFocus("markdown");
    }
  };
  return { html, show };
}
