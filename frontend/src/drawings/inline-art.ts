/** The viewBox and preserveAspectRatio of a crop. */
export interface Crop {
  viewBox: string;
  fit?: string;
}

/**
 * Prepare an SVG text for a page: give its IDs a prefix, so that a page can have the drawing twice, and hide it from
 * screen readers, since the wrapper has the text alternative.
 */
export function preparedArt(svg: string, prefix: string, crop?: Crop): string {
  const text = svg
    .replace(/(\sid="|href="#|url\(#)/g, `$1${prefix}`)
    .replace("<svg ", '<svg aria-hidden="true" focusable="false" ');
  if (!crop) return text;
  const fit = crop.fit ? ` preserveAspectRatio="${crop.fit}"` : "";
  return text.replace(/viewBox="[^"]*"/, `viewBox="${crop.viewBox}"${fit}`);
}
