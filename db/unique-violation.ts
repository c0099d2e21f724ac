const UNIQUE_VIOLATION = '23505';
/** Whether an error is a unique violation, as when another transaction has just taken a unique value. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === UNIQUE_VIOLATION) || (error.cause !== error && isUniqueViolation(error.cause)));
