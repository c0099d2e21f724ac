const UNIQUE_VIOLATION = '23505';
/** Somebody else took what may be one member's only, a moment before. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === UNIQUE_VIOLATION) || (error.cause !== error && isUniqueViolation(error.cause)));
