import { ApiError, errorMessage } from "~/api/errors";
import { toast } from "./toast";

/** Show the toast of a failed action. A call that failed because the session ended has had its own toast already. */
export function toastError(error: unknown, title: string, fallback?: string) {
  if (error instanceof ApiError && error.status === 401) return;
  const said = error instanceof ApiError ? error.serverMessage : undefined;
  toast({ title, description: said || fallback || errorMessage(error), variant: "destructive" });
}
