interface Waiting<Item, Outcome> {
  item: Item;
  tell: (outcome: Outcome) => void;
  fail: (error: unknown) => void;
}

interface Batching<Item, Outcome> {
  /**
   * Processes a batch and returns its outcomes in the same order. If it throws, every caller waiting for the batch gets
   * the error.
   */
  run: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  atMost: number;
  /** Minimum interval between two batches under load, in ms. Under low load each item is processed at once. */
  eachMs?: number;
  /** Two items with the same key are never in one batch. */
  keyOf?: (item: Item) => string | number;
}

/**
 * Collects items that arrive while the previous batch runs, and processes them in one statement or commit. Otherwise
 * thousands of simultaneous calls would each cost a transaction and wait for one another's commits.
 */
export function batched<Item, Outcome>({
  run,
  atMost,
  eachMs = 0,
  keyOf,
}: Batching<Item, Outcome>): (item: Item) => Promise<Outcome> {
  let waiting: Waiting<Item, Outcome>[] = [];
  let isRunning = false;
  let isBusy = false;
  let begunAtMs = -Infinity;

  function take(): Waiting<Item, Outcome>[] {
    const keys = new Set<string | number>();
    const taken: Waiting<Item, Outcome>[] = [];
    const left: Waiting<Item, Outcome>[] = [];
    for (const one of waiting) {
      const key = keyOf?.(one.item);
      if (taken.length >= atMost || (key !== undefined && keys.has(key))) left.push(one);
      else {
        taken.push(one);
        if (key !== undefined) keys.add(key);
      }
    }
    waiting = left;
    return taken;
  }

  async function runBatch(): Promise<void> {
    begunAtMs = performance.now();
    const taken = take();
    isBusy = taken.length > 1;
    try {
      const outcomes = await run(taken.map(({ item }) => item));
      if (outcomes.length !== taken.length)
        throw new Error(`expected ${taken.length} outcomes, got ${outcomes.length}`);
      for (const [i, { tell }] of taken.entries()) tell(outcomes[i]!);
    } catch (error) {
      for (const { fail } of taken) fail(error);
    }
    isRunning = false;
    begin();
  }

  function begin(): void {
    if (isRunning || waiting.length === 0) return;
    isRunning = true;
    const waitMs = isBusy ? begunAtMs + eachMs - performance.now() : 0;
    // Items that arrive in the same turn of the event loop share a batch.
    if (waitMs > 0) setTimeout(() => void runBatch(), waitMs);
    else setImmediate(() => void runBatch());
  }

  return (item) =>
    new Promise((tell, fail) => {
      waiting.push({ item, tell, fail });
      begin();
    });
}
