import { email } from '#domain/forms/email.rules.ts';
import { code, type Form } from '#domain/forms/fields.rules.ts';
import { CODE_DIGITS } from './guests.rules.ts';

/** Fields of the guest calls, in form order. */
export const GUEST_FORMS = {
  askGuestProof: { email },
  proveGuest: { email, verify_code: code(CODE_DIGITS) },
  findGuestOrder: { email },
} as const satisfies Record<string, Form>;
