import type { TestProject } from 'vitest/node';

/** Number of workers of a project that will have files to run. */
export function workersOf({ config, vitest }: TestProject): number {
  return Math.min(Number(config.maxWorkers), vitest.state.getPaths().length);
}

/** Assigns one item to each worker, which reads it by `ofThisWorker`. Workers start afterwards and inherit it. */
export function giveWorkers(variable: string, things: readonly string[]): void {
  process.env[variable] = JSON.stringify(things);
}

/** The item assigned to this worker, if any: files run on a worker one at a time, so it is not shared. */
export function ofThisWorker(variable: string): string | undefined {
  const things = process.env[variable];
  return things === undefined ? undefined : (JSON.parse(things) as string[])[Number(process.env.VITEST_POOL_ID) - 1];
}
