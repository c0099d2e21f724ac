/**
 * Whether something failed because a disk is full. Node says ENOSPC (or EDQUOT), PostgreSQL 53100, and its programs say
 * it in words; whoever wraps an error keeps it as the cause.
 */
export function isDiskFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as { code?: unknown };
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true;
    if (/no space left on device|disk quota exceeded/i.test(at.message)) return true;
  }
  return false;
}
