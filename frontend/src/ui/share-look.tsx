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
 * Share a link to a look: by the device's own sharing where it has any, otherwise by copying it. If the browser allows
 * neither, the link is shown.
 */
export function ShareLook({ code, className }: ShareLookProps) {
  const [shownLink, setShownLink] = useState("");
  const share = async () => {
    const url = new URL(lookPath(code), window.location.origin).href;
    setShownLink("");
    if (await shared(url)) return;
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
        <Share2 aria-hidden className="size-[1.15em]" strokeWidth={1.75} />
        Share this look
      </Button>
      {shownLink && (
        <Field label="Copy this link to share the look" className="mt-3">
          {/* The person asked for the link, and continues with copying it. */}
          <TextInput value={shownLink} readOnly autoFocus onFocus={(event) => event.target.select()} />
        </Field>
      )}
    </div>
  );
}

/** Open the device's sharing; return whether that took care of it, also if the person then decided against it. */
async function shared(url: string): Promise<boolean> {
  if (typeof navigator.share !== "function") return false;
  try {
    await navigator.share({ title: document.title, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}
