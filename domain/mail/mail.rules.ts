/** What became of a mail so far: waiting for its first attempt, retried after a refusal, or given up. */
export const UNSENT_STATES = ['waiting', 'retried', 'given-up'] as const;
export type UnsentState = (typeof UNSENT_STATES)[number];
