import type { PageHandle } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { OwnerPage } from "../components/owner-page";
import { KeptDocuments } from "../staff/kept-documents";
import { Retention } from "../staff/retention";
import { SecurityEvents } from "../staff/security-events";
import { StaffList } from "../staff/staff-list";

/** Keep search engines away from the desk. */
export function meta() {
  return privatePageMeta("Staff and privacy");
}

export const handle: PageHandle = { frame: "none" };

/** For owners: the staff, the security log, and what is kept and deleted. */
export default function StaffPage() {
  return (
    <OwnerPage
      title="Staff and privacy"
      refusal="Ask an owner to change the staff, or to export or erase someone's data."
    >
      {(ownId) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <StaffList ownId={ownId} />
            <SecurityEvents />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Retention />
            <KeptDocuments />
          </div>
        </div>
      )}
    </OwnerPage>
  );
}
