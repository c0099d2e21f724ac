import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import { isDiskFull } from '#shared/disk-full.ts';

/** Reasons for refusing a push, for operators: a metric by reason, and a log line. */
export const REFUSAL_REASONS = [
  'token',
  'too many wrong tokens',
  'channel',
  'file',
  'too large',
  'cut off',
  'silent',
  'clock ahead',
  'disk full',
  'unavailable',
  'bytes',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** A refusal whose reason does not follow from its error name. */
export class PushRefusal extends DomainError {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, errorName: ErrorName, detail: unknown) {
    super(errorName, detail);
    this.reason = reason;
  }
}

const BY_ERROR: Partial<Record<ErrorName, RefusalReason>> = {
  notAuthenticated: 'token',
  forbidden: 'channel',
  dataNotFound: 'channel',
  tooLarge: 'too large',
  invalidParam: 'bytes',
};

export function reasonOfRefusal(error: unknown): RefusalReason {
  if (isDiskFull(error)) return 'disk full';
  if (error instanceof PushRefusal) return error.reason;
  return (error instanceof DomainError && BY_ERROR[error.errorName]) || 'unavailable';
}
