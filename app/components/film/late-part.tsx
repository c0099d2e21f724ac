import { useEffect, useState, type ComponentType } from 'react';

/**
 * The overlay of a picture, which is not part of the page: loaded when the browser is idle, or when something plays. A
 * failed load is retried when that changes.
 */
export function LatePart<P extends object>({
  load,
  when,
  props,
}: {
  load: () => Promise<ComponentType<P>>;
  when: 'now' | 'idle' | 'never';
  /** Null while there is nothing to render. */
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
