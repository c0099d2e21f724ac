import { useEffect, useState, type ComponentType } from 'react';

/**
 * What is drawn over a picture, which is no part of the page: it comes when the browser has time, or when something plays.
 * Where it does not come it is asked for again when that changes.
 */
export function LatePart<P extends object>({
  load,
  when,
  props,
}: {
  load: () => Promise<ComponentType<P>>;
  when: 'now' | 'idle' | 'never';
  /** Null while there is nothing to draw. */
  props: P | null;
}) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const isMissing = Part === null;
  useEffect(() => {
    if (!isMissing || when === 'never') return undefined;
    let isOver = false;
    const come = () => {
      load().then(
        (found) => {
          if (!isOver) setPart(() => found);
        },
        () => undefined,
      );
    };
    if (when === 'now' || typeof requestIdleCallback !== 'function') come();
    else requestIdleCallback(come);
    return () => {
      isOver = true;
    };
  }, [load, when, isMissing]);
  return Part !== null && props !== null && <Part {...props} />;
}
