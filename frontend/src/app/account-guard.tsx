import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { currentUserQuery, fetchCurrentUser } from "~/api/auth";
import { csrfToken } from "~/api/request";
import { clearDrafts } from "~/lib/drafts";
import { loadPage } from "~/lib/load-page";

/**
 * Reload the page if someone else has signed in in another tab: this one would show one account, and send what is typed
 * to the other. Signing in changes the CSRF token (Django rotates it), so the server is asked only after that.
 */
export function AccountGuard() {
  const queryClient = useQueryClient();
  useEffect(() => {
    let checked = csrfToken();
    const check = async () => {
      const shown = queryClient.getQueryData(currentUserQuery.queryKey);
      const token = csrfToken();
      if (!shown || token === checked) return;
      const user = await fetchCurrentUser().catch(() => undefined);
      if (user === undefined) return; // checked at the next return to this tab
      checked = token;
      // Someone who has signed out is told by the next request.
      if (!user || user.id === shown.id) return;
      clearDrafts(); // as after signing out: they belong to someone else
      loadPage(window.location.pathname + window.location.search); // with the hash, the browser would only scroll
    };
    const onReturn = () => void check();
    window.addEventListener("focus", onReturn);
    return () => window.removeEventListener("focus", onReturn);
  }, [queryClient]);
  return null;
}
