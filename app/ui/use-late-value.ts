import { startTransition, useEffect, useState } from 'react';
import { isHydrated } from './is-hydrated.ts';

/**
 * A value that only the browser knows, such as its clock: `onServer` in the server's HTML, `read()` soon after and
 * whenever `watch` says so. Unlike `useSyncExternalStore`, which renders everything that hangs on it in one go right
 * after hydration, it gives way: a phone stays answerable. `watch` and `read` must not change from render to render.
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
