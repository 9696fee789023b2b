import { type ComponentProps, useEffect, useId, useRef, useState } from "react";
import { type Crop, preparedArt } from "./inline-art";

interface ArtProps extends Omit<ComponentProps<"span">, "children" | "dangerouslySetInnerHTML" | "title"> {
  /** The SVG text while prerendering; empty in the browser, where the text must not weigh down the scripts. */
  prerendered: string;
  /** Where the same drawing is fetched from when a page is reached without its prerendered HTML. */
  url: string;
  crop?: Crop | undefined;
  /** What the drawing says to those who don't see it. Without it the drawing is decoration. */
  title?: string | undefined;
}

/**
 * A drawing in the page itself, so that CSS can switch its parts.
 *
 * The markup comes with the prerendered HTML and React leaves it alone while hydrating: the browser's copy of this
 * component knows no SVG text at all. Only after a navigation within the app is the drawing fetched.
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
      .then((answer) => (answer.ok ? answer.text() : ""))
      .then(setFetched)
      // A drawing that does not arrive leaves an empty frame; the words around it say the same.
      .catch(() => undefined);
    return () => abort.abort();
  }, [url]);

  return (
    // A span, because a drawing may stand inside a label.
    <span
      ref={box}
      {...(title ? { role: "img", "aria-label": title } : { "aria-hidden": true })}
      suppressHydrationWarning
      // The text is a file of this folder, never a visitor's.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: text && preparedArt(text, prefix, crop) }}
      {...rest}
    />
  );
}
