let test = 0;
const timers = new Set<ReturnType<typeof setTimeout>>();

/** Settle like a promise, or never if the test has ended by then. */
function duringTest<Value>(promise: Promise<Value>): Promise<Value> {
  const asked = test;
  const proceed = () => (asked === test ? promise : new Promise<never>(() => undefined));
  return promise.then(proceed, proceed);
}

/** Watch which responses and timers tests wait for, until the returned function is called. Mock requests first. */
export function watchLeftovers(): () => void {
  const { fetch, setTimeout } = globalThis;
  const startTimer = (...timeout: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...timeout);
    timers.add(timer);
    return timer;
  };
  globalThis.fetch = (...request) => duringTest(fetch(...request));
  globalThis.setTimeout = Object.assign(startTimer, setTimeout);
  return () => void Object.assign(globalThis, { fetch, setTimeout });
}

/**
 * Stop what a test has left running. Otherwise it would show a toast, send another request or leave the page in the
 * next test, depending on the speed of the machine.
 */
export async function dropLeftovers() {
  test += 1;
  await new Promise((resolve) => setTimeout(resolve)); // what came just before the end may still start a timer
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
}
