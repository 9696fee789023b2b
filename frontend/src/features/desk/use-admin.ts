import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { CurrentUser } from "~/api/types";
import { loadPage } from "~/lib/load-page";
import { paths, secondStepPath } from "~/lib/paths";
import { toast } from "~/ui/toast";
import { loadToastRegion } from "~/ui/toaster";
import { signedOutNotice, useRequiredUser } from "~/ui/use-required-user";

/** The delay, in milliseconds, before redirecting someone without access, so that they can read why. */
const LEAVE_DELAY = 1000;

type Session =
  | { admin: CurrentUser }
  | { admin: null; isError: boolean; isFetching: boolean; refetch: () => unknown };

const nothing = () => undefined;

/**
 * The signed-in administrator. Visitors read "Unauthorized" and are sent to sign in, with this page as the way back;
 * administrators whose session lacks the second sign-in step are led through it and back; everyone else reads "Access
 * Denied" and is sent to the first page a second later. The page itself is no secret: the server sends its lists
 * to administrators only.
 */
export function useAdmin(): Session {
  const session = useRequiredUser(signedOutNotice);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const denied = session.user !== null && !session.user.isAdmin;
  const secondStepMissing = session.user?.isAdmin === true && session.user.secondFactorMissing;

  useEffect(() => {
    if (secondStepMissing) loadPage(secondStepPath(pathname + search));
  }, [secondStepMissing, pathname, search]);

  useEffect(() => {
    if (!denied) return;
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    toast({
      title: "Access Denied",
      description: "You don't have permission to access the admin area.",
      variant: "destructive",
    });
    // Start the delay once the toast is visible.
    void loadToastRegion()
      .catch(nothing)
      .then(() => {
        if (!stopped) timer = setTimeout(() => void navigate(paths.home, { replace: true }), LEAVE_DELAY);
      });
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [denied, navigate]);

  if (session.user?.isAdmin && !secondStepMissing) return { admin: session.user };
  if (session.user) return { admin: null, isError: false, isFetching: false, refetch: nothing };
  return { ...session, admin: null };
}
