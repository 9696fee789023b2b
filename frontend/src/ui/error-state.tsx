import { Button } from "./button";
import { Card } from "./card";
import { OrCallUs } from "./phone-link";

interface ErrorStateProps {
  /** What failed: "We couldn't load your quotes". */
  title: string;
  /** The query that loads it. */
  query: { refetch: () => unknown; isFetching: boolean };
  /** Whether it is shown to staff, who should not be told to call the office. */
  atDesk?: boolean;
}

/** The content of a list or page whose data failed to load. */
export function ErrorState({ title, query, atDesk = false }: ErrorStateProps) {
  return (
    <Card flush className="grid justify-items-center gap-3 px-6 py-10 text-center">
      <div role="alert">
        <h2 className="font-sans text-xl leading-[1.27] font-bold tracking-normal">{title}</h2>
      </div>
      <p className="max-w-96 text-sm text-muted-foreground">
        Check your connection and try again
        <OrCallUs atDesk={atDesk} />
      </p>
      <Button
        variant="outline"
        className="mt-2"
        onClick={() => void query.refetch()}
        pending={query.isFetching}
        pendingLabel="Trying again..."
      >
        Try again
      </Button>
    </Card>
  );
}
