import { ApiError, errorMessage } from "~/api/errors";
import { toast } from "./toast";

/** Show the toast for a failed action. If the session has ended, another toast already says so. */
export function toastError(error: unknown, title: string, fallback?: string) {
  if (error instanceof ApiError && error.status === 401) return;
  const message = error instanceof ApiError ? error.serverMessage : undefined;
  toast({ title, description: message || fallback || errorMessage(error), variant: "destructive" });
}

/** Do something that may fail. If it does, show the toast for it instead of throwing. */
export async function attempt(failed: string, act: () => Promise<unknown>) {
  try {
    await act();
  } catch (error) {
    toastError(error, failed);
  }
}
