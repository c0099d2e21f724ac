/**
 * Response codes of the wrapped reply, with HTTP status, meaning and whether operators are to be told.
 * 200 is success; the spec's catalogue code 0 is never sent. Words for people are in app/text, not here.
 */
export const RESPONSE_CODES = {
  invalidParam: { code: 1, status: 400, message: 'invalid param', report: false },
  serviceNotFound: { code: 2, status: 404, message: 'service not found', report: false },
  internalError: { code: 3, status: 500, message: 'internal server error', report: true },
  unavailable: { code: 3, status: 503, message: 'service unavailable', report: true },
  methodNotAllowed: { code: 2, status: 405, message: 'method not allowed', report: false },
  tooLarge: { code: 1, status: 413, message: 'request too large', report: false },
  unsupportedMediaType: { code: 1, status: 415, message: 'unsupported content type', report: false },
  tooManyRequests: { code: 1, status: 429, message: 'too many requests', report: false },
  conflict: { code: 1, status: 409, message: 'conflicts with what is there', report: false },
  forbidden: { code: 1, status: 403, message: 'forbidden', report: false },
  dataNotFound: { code: 6, status: 404, message: 'data not found', report: false },
  fileNotFound: { code: 9, status: 404, message: 'file does not exist', report: false },
  invalidCharset: { code: 10, status: 415, message: 'invalid charset', report: false },
  functionSuspended: { code: 20, status: 503, message: 'function suspended', report: false },
  notAuthenticated: { code: 10004, status: 401, message: 'no authentication', report: false },
  needsPlan: { code: 20003, status: 403, message: 'paid content requires a plan', report: false },
} as const satisfies Record<string, { code: number; status: number; message: string; report: boolean }>;

export type ErrorName = keyof typeof RESPONSE_CODES;

/** The one way a rule, door or store refuses. `detail` is for people who read the reply; it never holds a secret. */
export class DomainError extends Error {
  readonly errorName: ErrorName;
  readonly detail: unknown;

  constructor(errorName: ErrorName, detail?: unknown) {
    super(
      typeof detail === 'string'
        ? `${RESPONSE_CODES[errorName].message}: ${detail}`
        : RESPONSE_CODES[errorName].message,
    );
    this.name = 'DomainError';
    this.errorName = errorName;
    this.detail = detail;
  }
}
