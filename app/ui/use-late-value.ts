import { startTransition, useEffect, useState } from 'react';
import { isHydrated } from './is-hydrated.ts';

/**
 * A value known to the browser only, such as its clock: `onServer` in the server's HTML, `read()` soon after and on
 * each notification of `watch`. Unlike `useSyncExternalStore`, which renders all dependents synchronously right after
 * hydration, it is interruptible, so that phones stay responsive. `watch` and `read` must be stable.
 */
export function useLateValue<T>(watch: (look: () => void) => () => void, read: () => T, onServer: T): T {
  const [value, setValue] = useState<T>(() => (isHydrated() ? read() : onServer));
  useEffect(() => {
    const look = () => startTransition(() => setValue(read()));
    look();
    return watch(look);
  }, [watch, read]);
  return value;
}
