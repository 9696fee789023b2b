import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { currentUserQuery } from "~/api/auth";
import { hasFailed } from "~/api/failed";
import type { CurrentUser } from "~/api/types";
import { loadPage } from "~/lib/load-page";
import { loginPath } from "~/lib/paths";
import { type ToastMessage, toast } from "./toast";
import { loadToastRegion } from "./toaster";

/** Milliseconds for which the toast can be read before the sign-in page loads. */
const LOGIN_DELAY = 500;

/** What someone reads whose session has ended, before they are sent to sign in again. */
export const signedOutNotice: ToastMessage = {
  title: "Unauthorized",
  description: "You are logged out. Logging in again...",
  variant: "destructive",
};

/** Resolves once the page has loaded, which takes a while on the first visit over a slow connection. */
function pageLoaded(): Promise<unknown> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}

/**
 * Show the reason in a toast and load the sign-in page half a second later, with `returnTo` as the page to come back
 * to. The half second starts once the code of the toasts has loaded or failed to load. Return a function that cancels
 * it.
 */
export function leaveForLogin(message: ToastMessage, returnTo: string, onLeft?: () => void): () => void {
  let isCanceled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  toast(message);
  void Promise.all([pageLoaded(), loadToastRegion()])
    .catch(() => undefined)
    .then(() => {
      if (isCanceled) return;
      timer = setTimeout(() => {
        loadPage(loginPath(returnTo));
        onLeft?.();
      }, LOGIN_DELAY);
    });
  return () => {
    isCanceled = true;
    clearTimeout(timer);
  };
}

type RequiredUser =
  | { user: CurrentUser; isError: false }
  | { user: null; isError: boolean; isFetching: boolean; refetch: () => unknown };

/**
 * Return the signed-in user of a page that requires one. Visitors see the notice and are sent to sign in, after which
 * they return to this page, including its query. The user is also null while the request is pending or has failed.
 */
export function useRequiredUser({ title, description, variant }: ToastMessage): RequiredUser {
  const query = useQuery(currentUserQuery);
  const { data, isFetching, refetch } = query;
  const { pathname, search } = useLocation();
  const signedOut = data === null;

  useEffect(() => {
    if (!signedOut) return;
    return leaveForLogin({ title, description, variant }, pathname + search);
  }, [signedOut, title, description, variant, pathname, search]);

  if (data) return { user: data, isError: false };
  return { user: null, isError: hasFailed(query), isFetching, refetch };
}
