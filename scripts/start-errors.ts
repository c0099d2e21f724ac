import { isDiskFull } from '#shared/disk-full.ts';

/** A start that cannot continue; the message is one sentence for the terminal. */
export class StartError extends Error {}

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}

/** The message for a failed start. */
export function explain(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (isDiskFull(error)) return 'The disk is full: free some space, or set DATA_DIR to a folder on another disk.';
  if (code === 'EACCES' || code === 'EROFS') return `DATA_DIR cannot be written: ${reasonOf(error)}.`;
  // The query builder prepends the statement to the cause; only the cause is actionable.
  if (error instanceof Error && error.cause instanceof Error)
    return `The database reported an error: ${reasonOf(error.cause)}.`;
  return error instanceof Error ? error.message : String(error);
}
