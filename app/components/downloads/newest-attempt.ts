import type { FillOutcome } from '#app/downloads/downloads.ts';

/** Runs attempts and tells the outcome of the newest. One before it may end later, or while it waits for its turn. */
export function newestAttempt(
  tell: (outcome: FillOutcome) => void,
): (attempt: () => Promise<FillOutcome>) => Promise<void> {
  let newest = 0;
  return async (attempt) => {
    newest += 1;
    const mine = newest;
    // The outcome before does not apply to this attempt.
    tell('done');
    const outcome = await attempt().catch(() => 'failed' as const);
    if (mine === newest) tell(outcome);
  };
}
