/**
 * Runs what is asked for one at a time. Of what is asked for meanwhile only the newest is run, after it: answers to
 * requests that run side by side arrive in any order, and an earlier one would undo a later press. `isNewest` tells
 * whether nothing has been asked for since.
 */
export function inTurn<T>(run: (asked: T, isNewest: () => boolean) => Promise<void>): (asked: T) => void {
  let next: { asked: T } | null = null;
  let isRunning = false;
  const runAll = async () => {
    try {
      while (next !== null) {
        const { asked } = next;
        next = null;
        await run(asked, () => next === null);
      }
    } finally {
      isRunning = false;
    }
  };
  return (asked) => {
    next = { asked };
    if (isRunning) return;
    isRunning = true;
    void runAll();
  };
}
