/** A position in a queue. */
export interface Turn {
  /** Resolves when all earlier turns are done or have timed out. */
  ready(): Promise<void>;
  /** Ends the turn. Idempotent. */
  done(): void;
}

/** Queues by name: work is done in the order in which it was queued, whatever each step waits for. */
export function createKeyedQueue(maxWaitMs: number): {
  take(line: string): Turn;
  /** Resolves when all current turns are done. */
  ended(): Promise<void>;
} {
  const lasts = new Map<string, Promise<void>>();
  return {
    take(line) {
      const before = lasts.get(line);
      let finish = (): void => {};
      const mine = new Promise<void>((resolve) => (finish = resolve));
      const both = before === undefined ? mine : before.then(() => mine);
      lasts.set(line, both);
      return {
        async ready() {
          if (before === undefined) return;
          let timer: NodeJS.Timeout | undefined;
          const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, maxWaitMs)));
          await Promise.race([before, enough]);
          clearTimeout(timer);
        },
        done() {
          finish();
          if (lasts.get(line) === both) void both.then(() => lasts.get(line) === both && lasts.delete(line));
        },
      };
    },
    async ended() {
      await Promise.all(lasts.values());
    },
  };
}
