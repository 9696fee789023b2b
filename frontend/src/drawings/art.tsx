import { type ComponentProps, useEffect, useId, useRef, useState } from "react";
import { type Crop, preparedArt } from "./inline-art";

interface ArtProps extends Omit<ComponentProps<"span">, "children" | "dangerouslySetInnerHTML" | "title"> {
  /** The SVG text while prerendering; empty in the browser, to keep the scripts small. */
  prerendered: string;
  /** The URL of the drawing, for pages reached without their prerendered HTML. */
  url: string;
  crop?: Crop | undefined;
  /** The text alternative. Without it, the drawing is decorative. */
  title?: string | undefined;
}

/**
 * An inline drawing, so that CSS can style its parts.
 *
 * The markup is in the prerendered HTML, and hydration keeps it, although the browser's script does not contain it.
 * After a navigation within the app, the drawing is fetched.
 */
export function Art({ prerendered, url, crop, title, ...rest }: ArtProps) {
  const box = useRef<HTMLSpanElement>(null);
  const prefix = `${useId()}-`;
  const [fetched, setFetched] = useState("");
  const text = prerendered || fetched;

  useEffect(() => {
    if (box.current?.firstElementChild) return;
    const abort = new AbortController();
    fetch(url, { signal: abort.signal })
      .then((response) => (response.ok ? response.text() : ""))
      .then(setFetched)
      // If the drawing does not load, its space stays empty. The text around it has the same information.
      .catch(() => undefined);
    return () => abort.abort();
  }, [url]);

  return (
    // A span, because a drawing can be inside a label.
    <span
      ref={box}
      {...(title ? { role: "img", "aria-label": title } : { "aria-hidden": true })}
      suppressHydrationWarning
      // The text is a file in this folder, never user input.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: text && preparedArt(text, prefix, crop) }}
      {...rest}
    />
  );
}
