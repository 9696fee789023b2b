import { Eye } from "lucide-react";
import { Link } from "react-router";
import { paths } from "~/lib/paths";
import { Note } from "~/ui/note";

/** Tells staff why this page is read-only for them. */
export function StaffNote() {
  return (
    <Note icon={Eye}>
      This is the customer's page. You're signed in as staff, so you can look but not answer for them.{" "}
      <Link className="text-link" to={paths.admin}>
        Go to the desk
      </Link>
    </Note>
  );
}
