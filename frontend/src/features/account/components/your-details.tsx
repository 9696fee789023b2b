import { Suspense, useState } from "react";
import type { CurrentUser } from "~/api/types";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";
import { Facts } from "~/ui/record-card";
import { Skeleton } from "~/ui/skeleton";
import { TitledCard } from "~/ui/titled-card";

const NameForm = lazyPart(() => import("./name-form"), { title: "We couldn't load the form" });

/** The customer's name and email address, and the link to the account pages. */
export function YourDetails({ user }: { user: CurrentUser }) {
  const [editing, setEditing] = useState(false);
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ");
  return (
    <TitledCard title="Your details" className="gap-5">
      {editing ? (
        <Suspense fallback={<Skeleton className="h-32" />}>
          <NameForm user={user} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <Facts
          items={[
            { label: "Name", value: name || "Not provided" },
            { label: "Email", value: user.email, wide: true },
          ]}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {!editing && (
          <Button size="sm" variant="outline" onClick={() => setEditing(true)}>
            Edit name
          </Button>
        )}
        <a className="text-link inline-flex min-h-target items-center text-sm" href={paths.security}>
          Sign-in and security
        </a>
      </div>
    </TitledCard>
  );
}
