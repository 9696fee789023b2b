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
  /** The message if the code does not arrive: "We couldn't load the calendar". */
  title: string;
  /** Whether it is shown to staff, who should not be told to call the office. */
  atDesk?: boolean;
}

/**
 * Return a component whose code loads when it is first shown, inside a `Suspense`. If the code does not arrive, an
 * error with a retry button takes its place, and while the browser is online it also retries by itself; the rest of the
 * page stays. Use it instead of `React.lazy`, which fails for good and takes the whole page down.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  missing: Missing,
): ComponentType<Props> {
  const attempt = () => lazy(() => loadPart(load));
  let Part = attempt();
  // Called once the error shows. If it were called earlier, each render would start another attempt.
  const renew = () => {
    Part = attempt();
  };

  // biome-ignore lint/correctness/noComponentHookFactories: called once per part in a module, as with React.lazy
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

/** Shows `instead` if the code of its children is missing. Other errors go to the boundaries above. */
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

/** Milliseconds between attempts: a browser may report that it is online a moment too early. */
const RETRY_INTERVAL = 5_000;

function MissingPart({ onShow, onRetry, ...missing }: Missing & { onShow: () => void; onRetry: () => void }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(onShow, [onShow]);
  useEffect(() => {
    const timer = setInterval(() => {
      // An attempt replaces the retry button, which must not happen while it has the focus.
      if (navigator.onLine && !container.current?.contains(document.activeElement)) onRetry();
    }, RETRY_INTERVAL);
    window.addEventListener("online", onRetry);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", onRetry);
    };
  }, [onRetry]);
  return (
    <div ref={container}>
      <ErrorState {...missing} query={{ refetch: onRetry, isFetching: false }} />
    </div>
  );
}
