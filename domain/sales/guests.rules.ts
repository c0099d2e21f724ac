import { email } from '#domain/forms/email.rules.ts';
import { code, type Form } from '#domain/forms/fields.rules.ts';
import { CODE_DIGITS } from './sales.rules.ts';

/** Fields of the calls of guests, in the order of their forms. */
export const GUEST_FORMS = {
  askGuestProof: { email },
  proveGuest: { email, verify_code: code(CODE_DIGITS) },
  findGuestOrder: { email },
} as const satisfies Record<string, Form>;
