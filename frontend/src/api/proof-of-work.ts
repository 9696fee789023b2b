import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "./types";

/** Milliseconds until solving is abandoned. The server's challenges expire after five minutes. */
const TIMEOUT = 60_000;

/**
 * Fetch a proof-of-work challenge and solve it in a worker, which takes about a second on a phone. Resolves to the
 * header with the solution, or null if there is none. `crypto.subtle` exists on secure origins only.
 */
export async function solveNewChallenge(path: string): Promise<string | null> {
  const response = await fetch(path);
  if (!response.ok) return null;
  const challenge = (await response.json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey, timeout: TIMEOUT });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
