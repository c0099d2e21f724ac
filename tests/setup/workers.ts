import type { TestProject } from 'vitest/node';

/** How many workers of a project will have files to run. */
export function workersOf({ config, vitest }: TestProject): number {
  return Math.min(Number(config.maxWorkers), vitest.state.getPaths().length);
}

/** Hands each worker one of these; it finds its own by `ofThisWorker`. Workers start after this and inherit it. */
export function giveWorkers(variable: string, things: readonly string[]): void {
  process.env[variable] = JSON.stringify(things);
}

/** What was made for this worker, if anything was: files take turns on a worker, so nobody else uses it now. */
export function ofThisWorker(variable: string): string | undefined {
  const things = process.env[variable];
  return things === undefined ? undefined : (JSON.parse(things) as string[])[Number(process.env.VITEST_POOL_ID) - 1];
}
