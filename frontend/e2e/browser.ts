import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inflate } from "@sparticuz/chromium";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
const packed = `${modules}/@sparticuz/chromium/bin`;
const unpacked = `${modules}/@sparticuz/chromium/unpacked`; // part of the package

const fonts = `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** The browser's command-line arguments for tests and benchmarks. */
export const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Return the path of the tests' browser and the environment it runs in.
 *
 * It is the Chromium in the package @sparticuz/chromium, with libraries and a font for machines without a desktop.
 * CHROMIUM=/usr/bin/chromium selects another. Throws if there is none.
 */
export async function browser(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const environment = process.env as Record<string, string>;
  if (environment.CHROMIUM) {
    if (!existsSync(environment.CHROMIUM))
      throw new Error(`CHROMIUM=${environment.CHROMIUM}: there is no such file`);
    return { executablePath: environment.CHROMIUM, env: environment };
  }
  if (`${process.platform} ${process.arch}` !== "linux x64")
    throw new Error(
      "The Chromium of @sparticuz/chromium needs Linux on x64: name another with CHROMIUM=/path/to/it",
    );
  if (!existsSync(unpacked)) await unpack();
  const libraries = [`${unpacked}/al2023/lib`, environment.LD_LIBRARY_PATH].filter(Boolean).join(":");
  return {
    executablePath: `${unpacked}/chromium`,
    env: { ...environment, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: `${unpacked}/fonts.conf` },
  };
}

/** Unpack the browser, its libraries and its font, once. The folder is renamed into place when it is complete. */
async function unpack() {
  const folder = mkdtempSync(`${unpacked}-`);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder; // the package unpacks to this folder
  await Promise.all(["chromium", "al2023.tar", "fonts.tar"].map((name) => inflate(`${packed}/${name}.br`)));
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  writeFileSync(`${folder}/fonts.conf`, fonts);
  try {
    renameSync(folder, unpacked);
  } catch (error) {
    rmSync(folder, { recursive: true });
    if (!existsSync(unpacked)) throw error;
  }
}
