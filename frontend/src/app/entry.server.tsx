import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { makePageStart } from "./start-of-page";

/**
 * Prerender a complete page at build time, so that it can be read without scripts.
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
  // An error in a page fails the build.
  if (failure) throw failure;
  headers.set("Content-Type", "text/html");
  if (context.isSpaMode || !import.meta.env.PROD) return new Response(stream, { headers, status });
  return new Response(makePageStart(await new Response(stream).text()), { headers, status });
}
