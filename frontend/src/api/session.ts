import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { loadPage } from "~/lib/load-page";
import { loginPath } from "~/lib/paths";
import { type ToastMessage, toast } from "~/ui/toast";
import { loadToastRegion } from "~/ui/toaster";
import { currentUserQuery } from "./auth";
import { ApiError } from "./errors";
import type { CurrentUser } from "./types";

/** Time to read the toast before the sign-in page comes. */
const LOGIN_DELAY = 500;

/** When everything of the page is there; a first visit over a slow line takes its time. */
function pageLoaded(): Promise<unknown> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}

/**
 * Says why, and leads to the sign-in page half a second later, with `returnTo` as the way back. Returns how to stop.
 * The first toast fetches its own code: the time to read it starts when it is there, or when it will never be.
 */
function leaveForLogin(message: ToastMessage, returnTo: string, onLeft?: () => void): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  toast(message);
  void Promise.all([pageLoaded(), loadToastRegion()])
    .catch(() => undefined)
    .then(() => {
      if (stopped) return;
      timer = setTimeout(() => {
        loadPage(loginPath(returnTo));
        onLeft?.();
      }, LOGIN_DELAY);
    });
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** The clients of pages that are being left already: ten failed calls are one end of a session. */
const leaving = new WeakSet<QueryClient>();

/**
 * What a failed call means for the session: a 401 on a page that shows somebody as signed in says that the session
 * ended, here or in another tab. They are told, and led through the sign-in back to this page.
 */
export function noticeSessionEnd(error: unknown, queryClient: QueryClient) {
  if (!(error instanceof ApiError) || error.status !== 401 || leaving.has(queryClient)) return;
  if (!queryClient.getQueryData(currentUserQuery.queryKey)) return;
  leaving.add(queryClient);
  const { pathname, search } = window.location;
  leaveForLogin(
    {
      title: "Unauthorized",
      description: "You are logged out. Logging in again...",
      variant: "destructive",
    },
    pathname + search,
    // Should the sign-in page not come, the next failure says it again.
    () => leaving.delete(queryClient),
  );
}

type RequiredUser =
  | { user: CurrentUser; isError: false }
  | { user: null; isError: boolean; retry: () => void };

/**
 * The signed-in user of a page that is nothing without one. Visitors read the notice and are sent to sign in, with
 * this page, its query included, as the way back. Without an answer yet, or with a broken one, the user is null too.
 */
export function useRequiredUser({ title, description, variant }: ToastMessage): RequiredUser {
  const { data, isError, refetch } = useQuery(currentUserQuery);
  const { pathname, search } = useLocation();
  const signedOut = data === null;

  useEffect(() => {
    if (!signedOut) return;
    return leaveForLogin({ title, description, variant }, pathname + search);
  }, [signedOut, title, description, variant, pathname, search]);

  if (data) return { user: data, isError: false };
  return { user: null, isError, retry: () => void refetch() };
}
