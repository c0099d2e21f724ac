/** Failed mails are retried by the sweep; after this many attempts, about 30 hours, retries stop and staff must act. */
export const MAX_ATTEMPTS = 60;
/** Before the first retry. */
export const FIRST_RETRY_SECONDS = 60;
/** After `n` attempts, a retry is due this times `n` squared after the mail was queued. */
export const BACKOFF_SECONDS = 30;

/** What became of a mail so far: waiting for its first attempt, retried after a refusal, or given up. */
export const UNSENT_STATES = ['waiting', 'retried', 'given-up'] as const;
export type UnsentState = (typeof UNSENT_STATES)[number];
