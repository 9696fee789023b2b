/** The viewBox and the fit that a crop of a drawing shows. */
export interface Crop {
  viewBox: string;
  fit?: string;
}

/**
 * Makes an SVG text fit to stand in a page: its ids get the prefix of this instance, so that the same drawing may
 * stand there twice, and the wrapper names it, not the svg.
 */
export function preparedArt(svg: string, prefix: string, crop?: Crop): string {
  const text = svg
    .replace(/(\sid="|href="#|url\(#)/g, `$1${prefix}`)
    .replace("<svg ", '<svg aria-hidden="true" focusable="false" ');
  if (!crop) return text;
  const fit = crop.fit ? ` preserveAspectRatio="${crop.fit}"` : "";
  return text.replace(/viewBox="[^"]*"/, `viewBox="${crop.viewBox}"${fit}`);
}
