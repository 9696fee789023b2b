import { execFileSync } from "node:child_process";
import { expect, type Page } from "@playwright/test";

const READ =
  "import io, pypdf, sys; print(*(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(sys.stdin.buffer.read())).pages))";

/** Return the text of a PDF that the page's browser can access. */
export async function pdfText(page: Page, path: string): Promise<string> {
  const response = await page.request.get(path);
  expect(response.headers()["content-type"], path).toBe("application/pdf");
  // The Python dependencies include a PDF reader.
  return execFileSync("../.venv/bin/python", ["-c", READ], {
    input: await response.body(),
    encoding: "utf8",
  });
}
