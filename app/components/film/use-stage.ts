import { useEffect, useState } from 'react';

/**
 * What is drawn over a picture, which is no part of the page: it comes when the browser has time, or when something plays.
 * Where it does not come it is asked for again when that changes.
 */
export function useStage<C>(load: () => Promise<C>, when: 'now' | 'idle' | 'never'): C | null {
  const [stage, setStage] = useState<C | null>(null);
  const isMissing = stage === null;
  useEffect(() => {
    if (!isMissing || when === 'never') return undefined;
    let isOver = false;
    const come = () => {
      load().then(
        (found) => {
          if (!isOver) setStage(() => found);
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
  return stage;
}
