import type { Db } from '#db/database.ts';

/** The steps of a process that kills itself at one of them. `killAt` 0: it does not. */
export function countSteps(killAt: number) {
  let steps = 0;
  async function step(): Promise<void> {
    if (++steps !== killAt) return;
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  }
  return {
    step,
    count: () => steps,
    /** The database, except that each commit is a step. */
    steppedDb: (plain: Db): Db =>
      new Proxy(plain, {
        get(target, name) {
          if (name !== 'transaction') return Reflect.get(target, name) as unknown;
          const transaction: Db['transaction'] = async (work, options) => {
            const done = await target.transaction(work, options);
            await step();
            return done;
          };
          return transaction;
        },
      }),
  };
}
