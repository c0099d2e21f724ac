/** What the demo's station did at some time. */
export interface DemoAct {
  at: Date;
  run: () => Promise<unknown>;
}

/** Runs acts in the order of their times, as the audit of a station has them. */
export async function runActs(acts: readonly DemoAct[]): Promise<void> {
  for (const { run } of acts.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await run();
}
