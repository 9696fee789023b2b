import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { loadPart, PartMissing } from "~/lib/load-part";
import { ErrorState } from "./error-state";

interface Missing {
  /** What to say if the code does not arrive: "We couldn't load the calendar". */
  title: string;
  /** Shown to staff, who should not be told to call the office. */
  atDesk?: boolean;
}

/**
 * Return a component whose code is loaded when it is first shown, inside a `Suspense`. If the code does not arrive, its
 * place says so and offers to try again, which also happens by itself while the browser is online; the rest of the page
 * stays. Use it instead of `React.lazy`, which fails for good and takes the whole page with it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  missing: Missing,
): ComponentType<Props> {
  const attempt = () => lazy(() => loadPart(load));
  let Part = attempt();
  // Only once the failure shows: before, each render would begin another attempt.
  const renew = () => {
    Part = attempt();
  };

  // biome-ignore lint/correctness/noComponentHookFactories: once per part and module, as with React.lazy
  return function LazyPart(props: Props) {
    const [attempts, setAttempts] = useState(0);
    const retry = useCallback(() => setAttempts((count) => count + 1), []);
    return (
      <MissingBoundary key={attempts} instead={<MissingPart {...missing} onShow={renew} onRetry={retry} />}>
        <Part {...props} />
      </MissingBoundary>
    );
  };
}

/** Shows `instead` in place of children whose code is missing. Other errors are for the boundaries above. */
class MissingBoundary extends Component<{ instead: ReactNode; children: ReactNode }, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!((error as unknown) instanceof PartMissing)) throw error;
    return this.props.instead;
  }
}

/** Milliseconds between attempts: a browser that says it is online may be so only a moment later. */
const RETRY_AFTER = 5_000;

function MissingPart({ onShow, onRetry, ...missing }: Missing & { onShow: () => void; onRetry: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(onShow, [onShow]);
  useEffect(() => {
    const timer = setInterval(() => {
      // An attempt replaces the button: not under somebody's hands.
      if (navigator.onLine && !place.current?.contains(document.activeElement)) onRetry();
    }, RETRY_AFTER);
    window.addEventListener("online", onRetry);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", onRetry);
    };
  }, [onRetry]);
  return (
    <div ref={place}>
      <ErrorState {...missing} onRetry={onRetry} />
    </div>
  );
}
