import { Button, ButtonLink } from "~/ui/button";
import type { QueueItem } from "../shared/types";
import { callSubject } from "./kinds";
import { useQueueDesk } from "./queue-context";
import { channels, waysToReach } from "./row-reach";

const look = "px-2.5! max-md:flex-auto";

/** Links to reach a customer, the preferred one first and with its number, and the button that logs a call. */
export function ReachButtons({ item }: { item: QueueItem }) {
  const { openDialog } = useQueueDesk();
  const ways = waysToReach(item);
  if (ways.length === 0) return null;
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      {ways.map(({ channel, to, href }, place) => {
        const { Icon, verb } = channels[channel];
        const first = place === 0;
        return (
          <ButtonLink
            key={channel}
            size="sm"
            variant={first ? "secondary" : "outline"}
            href={href}
            aria-label={`${verb} ${first ? `${to}, preferred` : to}`}
            className={first ? `${look} max-md:basis-full` : look}
          >
            <Icon className="size-[1.05rem] lg:max-xl:hidden" />
            <span className="max-w-56 truncate">
              {verb}
              {first && ` ${to}`}
            </span>
          </ButtonLink>
        );
      })}
      {callSubject(item) && (
        <Button
          size="sm"
          variant="outline"
          className={`${look} lg:ml-auto`}
          onClick={() => openDialog("call", item)}
        >
          Log call
        </Button>
      )}
    </div>
  );
}
