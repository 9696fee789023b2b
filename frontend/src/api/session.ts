import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { loadPage } from "~/lib/load-page";
import { loginPath } from "~/lib/paths";
import { type ToastMessage, toast } from "~/ui/toast";
import { currentUserQuery } from "./auth";
import { ApiError } from "./errors";
import type { CurrentUser } from "./types";

/** Time to read the toast before the sign-in page comes. */
const LOGIN_DELAY = 500;

let leaving: ReturnType<typeof setTimeout> | undefined;

/**
 * What a failed call means for the session: a 401 on a page that shows somebody as signed in says that the session
 * ended, here or in another tab. They are told, and led through the sign-in back to this page.
 */
export function noticeSessionEnd(error: unknown, queryClient: QueryClient) {
  if (!(error instanceof ApiError) || error.status !== 401 || leaving) return;
  if (!queryClient.getQueryData(currentUserQuery.queryKey)) return;
  toast({
    title: "Unauthorized",
    description: "You are logged out. Logging in again...",
    variant: "destructive",
  });
  const { pathname, search } = window.location;
  leaving = setTimeout(() => {
    leaving = undefined;
    loadPage(loginPath(pathname + search));
  }, LOGIN_DELAY);
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
    toast({ title, description, variant });
    const timer = setTimeout(() => loadPage(loginPath(pathname + search)), LOGIN_DELAY);
    return () => clearTimeout(timer);
  }, [signedOut, title, description, variant, pathname, search]);

  if (data) return { user: data, isError: false };
  return { user: null, isError, retry: () => void refetch() };
}
