import { Share2 } from "lucide-react";
import { useState } from "react";
import { lookPath } from "~/lib/paths";
import { Button } from "./button";
import { Field } from "./field";
import { TextInput } from "./text-input";
import { toast } from "./toast";

interface ShareLookProps {
  /** The look's short code: `p-warm-wt`. */
  code: string;
  className?: string;
}

/**
 * Share a link to a look through the device's share sheet if it has one, otherwise by copying it. If the browser allows
 * neither, show the link.
 */
export function ShareLook({ code, className }: ShareLookProps) {
  const [shownLink, setShownLink] = useState("");
  const share = async () => {
    const url = new URL(lookPath(code), window.location.origin).href;
    setShownLink("");
    if (await openShareSheet(url)) return;
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: "Link copied", description: "Anyone who opens it sees the house with this look." });
    } catch {
      setShownLink(url);
    }
  };
  return (
    <div className={className}>
      <Button variant="outline" size="sm" block onClick={share}>
        <Share2 className="size-[1.15em]" />
        Share this look
      </Button>
      {shownLink && (
        <Field label="Copy this link to share the look" className="mt-3">
          {/* The user asked for the link and copies it next. */}
          <TextInput value={shownLink} readOnly autoFocus onFocus={(event) => event.target.select()} />
        </Field>
      )}
    </div>
  );
}

/** Open the device's share sheet. Return whether it opened, even if the user then canceled it. */
async function openShareSheet(url: string): Promise<boolean> {
  if (typeof navigator.share !== "function") return false;
  try {
    await navigator.share({ title: document.title, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}
