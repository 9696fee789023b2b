import type { PageHandle } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { OwnerPage } from "../components/owner-page";
import { Installation } from "../installation/installation";

/** Keep search engines away from the desk. */
export function meta() {
  return privatePageMeta("Installation");
}

export const handle: PageHandle = { frame: "none" };

/** For owners: what is missing or wrong in the installation. */
export default function InstallationPage() {
  return (
    <OwnerPage title="Installation" refusal="Only owners can see the state of the installation.">
      {() => <Installation />}
    </OwnerPage>
  );
}
