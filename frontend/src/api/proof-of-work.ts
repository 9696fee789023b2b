import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "./types";

/** Milliseconds after which a visitor is told to try again later. The server's challenges live for five minutes. */
const PATIENCE = 60_000;

/**
 * Fetches a proof-of-work challenge and solves it: about a second on a phone, off the page's thread. Resolves to the
 * header that carries the solution, or null where none was found. `crypto.subtle` exists on secure origins only.
 */
export async function solveNewChallenge(path: string): Promise<string | null> {
  const response = await fetch(path);
  if (!response.ok) return null;
  const challenge = (await response.json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey, timeout: PATIENCE });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
