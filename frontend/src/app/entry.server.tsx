import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";

/**
 * Prerenders a page at build time, whole: nothing is held back for a script to put in its place later, so the page
 * reads the same without scripts.
 */
export default async function prerenderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  let failure: unknown;
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      failure ??= error;
    },
  });
  await stream.allReady;
  // A page that is broken at build time must break the build.
  if (failure) throw failure;
  headers.set("Content-Type", "text/html");
  return new Response(stream, { headers, status });
}
