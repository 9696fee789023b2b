import { freshQuery } from "~/api/queries";
import { deskKeys } from "../shared/keys";

/** The checks of the installation. They contact Stripe, the mail server and others, so they take seconds. */
export const installationQuery = freshQuery(deskKeys.installation, "/api/desk/installation");
