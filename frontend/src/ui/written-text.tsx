import "./written-text.css";

interface WrittenTextProps {
  /** HTML that the server renders from the owner's Markdown, without anything that runs or loads. */
  html: string;
  /** Marks the element for `useText`. */
  page?: string;
}

/** A text that the owner wrote: sections under headings. */
export function WrittenText({ html, page }: WrittenTextProps) {
  return (
    <div
      className="written-text"
      data-text={page}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has rendered it from Markdown, without raw HTML
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** The table of contents of a text. */
export function WrittenContents({ html, page }: WrittenTextProps) {
  return (
    <ul
      className="written-contents sm:max-lg:columns-2"
      data-contents={page}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's list of links, with escaped titles
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
