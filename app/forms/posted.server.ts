import { data } from 'react-router';
import { FAULT_CODES, type FieldFault } from '#domain/forms/fields.rules.ts';
import { readFormBody } from '#domain/forms/forms.ts';
import { BOT_CHECK_FIELDS, ONCE_FIELD } from '#domain/forms/bot-check.rules.ts';
import { normalizeInputs } from '#domain/forms/normalize-input.rules.ts';
import { DomainError, RESPONSE_CODES } from '#shared/domain-error.ts';
import type { FormReply } from './form.types.ts';

/** Never returned to a page. */
const SECRET = /password|token|ticket|verify_code/i;
/** Fields of the page itself. */
const OWN: readonly string[] = [BOT_CHECK_FIELDS.trap, ONCE_FIELD];

/** Posted fields, normalised. */
export async function readPosted(request: Request): Promise<Record<string, string>> {
  const { values } = await readFormBody(request.body, request.headers.get('content-type'));
  return normalizeInputs(values);
}

interface Detail {
  retry_after_seconds?: number;
  tries_left?: number;
  faults?: { field: string; message: string }[];
  needs?: 'password' | 'log-in';
  into?: string;
}
const detailOf = ({ detail }: DomainError): Detail => (typeof detail === 'object' && detail !== null ? detail : {});

function faultsOf({ faults = [] }: Detail): FieldFault[] {
  return faults.flatMap(({ field, message }) => {
    const code = FAULT_CODES.find((known) => known === message);
    return code ? [{ field, code }] : [];
  });
}

/** The proof of ownership required: the first time, the form had no field for it. */
const needsOf = ({ needs }: Detail, given: Readonly<Record<string, string>>): FormReply['needs'] =>
  needs === 'password' && given['password'] ? 'password-again' : (needs ?? null);

const WRONG_CODE = { field: 'verify_code', code: 'wrongCode' } as const satisfies FieldFault;
/** A wrong code is reported at its field if it was typed. Codes of mailed links are not typed. */
const isWrongCode = ({ errorName }: DomainError, given: Readonly<Record<string, string>>): boolean =>
  errorName === 'voiceCodeMismatch' ||
  (errorName === 'verifyCodeNotFound' && /^[0-9]{1,8}$/.test(given['verify_code'] ?? ''));

/**
 * The reply to a form that a module refused: its errors, and the input without secrets. Unexpected errors are rethrown.
 */
export function refusedForm(error: unknown, given: Readonly<Record<string, string>>) {
  if (!(error instanceof DomainError)) throw error;
  const detail = detailOf(error);
  const faults = isWrongCode(error, given) ? [WRONG_CODE] : faultsOf(detail);
  const reply: FormReply = {
    faults,
    problem: faults.length > 0 ? null : error.errorName,
    retryAfterSeconds: detail.retry_after_seconds ?? null,
    triesLeft: detail.tries_left ?? null,
    needs: needsOf(detail, given),
    mergedInto: error.errorName === 'userMerged' ? (detail.into ?? null) : null,
    values: Object.fromEntries(Object.entries(given).filter(([name]) => !SECRET.test(name) && !OWN.includes(name))),
  };
  return data(reply, { status: RESPONSE_CODES[error.errorName].status });
}
