import { useState, type ComponentType } from 'react';
import { notify } from '#app/components/shell/dialogs.ts';
import { shell } from '#app/text/zh-hk/shell.ts';

/**
 * A dialog whose code is loaded by the press that opens it. If that fails, the page stays as it is and says so: an
 * import that failed while rendering would put the error view in its place.
 */
export function useLateBox<P>(load: () => Promise<ComponentType<P>>) {
  const [Box, setBox] = useState<ComponentType<P> | null>(null);
  return {
    Box,
    open: () =>
      void load().then(
        (loaded) => setBox(() => loaded),
        () => notify(shell.unreachable, 'info'),
      ),
    close: () => setBox(null),
  };
}
