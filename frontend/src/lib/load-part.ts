/** Code of a page that is loaded on demand did not arrive. */
export class PartMissing extends Error {
  override name = "PartMissing";
}

/** Return the build that this page belongs to; "" where there is none, as in tests. */
export function buildId(): string {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: { version?: string } };
  return manifest?.version ?? "";
}

const RELOADS = "reloads";
/** Reloads of one build in one tab: a file that is missing for good must not make the page reload forever. */
const MOST_RELOADS = 3;

/** Whether the server responds. */
async function isReachable(): Promise<boolean> {
  const response = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  return response?.ok === true;
}

/** Reload the page, a few times for each build: the drafts of its forms survive. Return whether it does. */
function reload(): boolean {
  try {
    const [build, count] = (sessionStorage.getItem(RELOADS) ?? "").split(" ");
    const before = build === buildId() ? Number(count) : 0;
    if (before >= MOST_RELOADS) return false;
    sessionStorage.setItem(RELOADS, `${buildId()} ${before + 1}`);
  } catch {
    return false; // without storage, it could reload forever, and drafts would be lost
  }
  window.location.reload();
  return true;
}

/**
 * Load code on demand: `load` is an `import()`. If the server responds and yet the code does not arrive, the page is
 * loaded again: a deploy removed the file, or the browser remembers an earlier failure (Chromium did up to version 153).
 * Throws PartMissing if the server can't be reached.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load().catch(async (cause: unknown) => {
      if (buildId() && (await isReachable())) return load();
      throw cause;
    });
  } catch (cause) {
    // Never settles while the page reloads: an error would flash.
    if (buildId() && (await isReachable()) && reload()) return new Promise(() => undefined);
    throw new PartMissing("A part of the page did not arrive", { cause });
  }
}

/** Resolves after some milliseconds, or earlier when the browser is online again. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resume, milliseconds);
    function resume() {
      clearTimeout(timer);
      window.removeEventListener("online", resume);
      resolve();
    }
    window.addEventListener("online", resume);
  });
}

/** As `loadPart`, but try until the code arrives: for a part that is of some use without it. */
export async function loadPartPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let wait = 1000; ; wait = Math.min(2 * wait, 30_000)) {
    try {
      return await loadPart(load);
    } catch {
      await pause(wait);
    }
  }
}
