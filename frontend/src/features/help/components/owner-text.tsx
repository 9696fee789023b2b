interface OwnerTextProps {
  /** The owner's own text elsewhere; blank if there is none. */
  url: string;
  children: string;
}

/** The link to a longer text of the owner's; nothing where none is set. */
export function OwnerText({ url, children }: OwnerTextProps) {
  if (!url) return null;
  return (
    <p data-if={url} className="max-w-152">
      This page is a summary. Please also read{" "}
      <a className="text-link" href={url}>
        {children}
      </a>
      , which takes precedence.
    </p>
  );
}
