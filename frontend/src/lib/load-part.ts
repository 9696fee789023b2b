/** Thrown when code that is loaded on demand does not arrive. */
export class PartMissing extends Error {
  override name = "PartMissing";
}

/** Return the build that this page belongs to; "" if there is none, as in tests. */
export function buildId(): string {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: { version?: string } };
  return manifest?.version ?? "";
}

const RELOADS = "reloads";
/** The limit per build and tab, so that a file that is missing for good does not make the page reload forever. */
const MAX_RELOADS = 3;

/** Return whether the server responds. */
async function isReachable(): Promise<boolean> {
  const response = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  return response?.ok === true;
}

/** Reload the page, which form drafts survive, at most a few times per build. Return whether it reloads. */
function reload(): boolean {
  try {
    const [build, count] = (sessionStorage.getItem(RELOADS) ?? "").split(" ");
    const before = build === buildId() ? Number(count) : 0;
    if (before >= MAX_RELOADS) return false;
    sessionStorage.setItem(RELOADS, `${buildId()} ${before + 1}`);
  } catch {
    return false; // without storage, it could reload forever, and drafts would be lost
  }
  window.location.reload();
  return true;
}

/**
 * Load code on demand: `load` is an `import()`. If the code does not arrive although the server responds, reload the
 * page: a deploy removed the file, or the browser has cached an earlier failure (as Chromium did up to version 153).
 * Throw PartMissing if the server can't be reached.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load().catch(async (cause: unknown) => {
      if (buildId() && (await isReachable())) return load();
      throw cause;
    });
  } catch (cause) {
    // Don't settle while the page reloads, or an error would flash.
    if (buildId() && (await isReachable()) && reload()) return new Promise(() => undefined);
    throw new PartMissing("A part of the page did not arrive", { cause });
  }
}

/** Return an event handler that loads code before it is needed. If it does not arrive, it is loaded again when needed. */
export const loadAhead = (load: () => Promise<unknown>) => () => void load().catch(() => undefined);

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

/** Like `loadPart`, but retry until the code arrives. For parts that are useful even before it does. */
export async function loadPartPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let wait = 1000; ; wait = Math.min(2 * wait, 30_000)) {
    try {
      return await loadPart(load);
    } catch {
      await pause(wait);
    }
  }
}
