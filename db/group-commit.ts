interface Waiting<Item, Outcome> {
  item: Item;
  tell: (outcome: Outcome) => void;
  fail: (error: unknown) => void;
}

interface GroupCommit<Item, Outcome> {
  /**
   * Writes a group, and answers for each in its order. Where it throws, nothing was written: everybody who waits for the group
   * gets the error.
   */
  write(items: readonly Item[]): Promise<readonly Outcome[]>;
  atMost: number;
  /** So long lies between two groups, in ms, where there are many; else each is written at once. */
  eachMs?: number;
  /** Two with the same key are not written together. */
  keyOf?: (item: Item) => string | number;
}

/**
 * Gathers what comes while the group before is written, into one write and one commit: thousands at once would else wait for
 * one another's commits, and cost a transaction each.
 */
export function groupCommit<Item, Outcome>({
  write,
  atMost,
  eachMs = 0,
  keyOf,
}: GroupCommit<Item, Outcome>): (item: Item) => Promise<Outcome> {
  let waiting: Waiting<Item, Outcome>[] = [];
  let isWriting = false;
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

  async function writeGroup(): Promise<void> {
    begunAtMs = performance.now();
    const taken = take();
    isBusy = taken.length > 1;
    try {
      const outcomes = await write(taken.map(({ item }) => item));
      if (outcomes.length !== taken.length) throw new Error(`${outcomes.length} outcomes of ${taken.length}`);
      for (const [i, { tell }] of taken.entries()) tell(outcomes[i]!);
    } catch (error) {
      for (const { fail } of taken) fail(error);
    }
    isWriting = false;
    begin();
  }

  function begin(): void {
    if (isWriting || waiting.length === 0) return;
    isWriting = true;
    const waitMs = isBusy ? begunAtMs + eachMs - performance.now() : 0;
    // What comes in the same turn of the loop goes together.
    if (waitMs > 0) setTimeout(() => void writeGroup(), waitMs);
    else setImmediate(() => void writeGroup());
  }

  return (item) =>
    new Promise((tell, fail) => {
      waiting.push({ item, tell, fail });
      begin();
    });
}
