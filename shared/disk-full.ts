/**
 * Whether an error was caused by a full disk. Node reports ENOSPC (or EDQUOT), PostgreSQL 53100, and its programs a
 * message. Wrapped errors keep the original as the cause.
 */
export function isDiskFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as { code?: unknown };
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true;
    if (/no space left on device|disk quota exceeded/i.test(at.message)) return true;
  }
  return false;
}
