import { clearDrafts } from "~/lib/drafts";
import { loadPage } from "~/lib/load-page";
import { paths } from "~/lib/paths";
import { Card } from "~/ui/card";
import { PersonalData } from "~/ui/personal-data/personal-data";

/** A copy of what we know about the customer, and its erasure. */
export function YourData() {
  const leave = () => {
    clearDrafts();
    loadPage(paths.home);
  };
  return (
    <section aria-labelledby="your-data">
      <Card className="grid gap-5">
        <div>
          <h2 id="your-data" className="font-sans text-xl leading-[1.27] font-bold tracking-normal">
            Your data
          </h2>
          <p className="mt-1 text-sm text-muted-foreground">
            Download everything we know about you, or have it erased.
          </p>
        </div>
        <PersonalData customerKey={null} onErased={leave} />
      </Card>
    </section>
  );
}
