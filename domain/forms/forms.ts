import { checkForm, type FieldsOf, type Form, type Given } from './fields.rules.ts';
import { FormError } from './form-error.ts';

export { FormError } from './form-error.ts';
export { readFormBody, type FormBody } from './form-body.ts';
export { openTicket, verifyBotCheck, type FormSender, type BotCheckServices } from './bot-check.ts';
export { TICKET_MS } from './ticket.ts';

/** The fields of a body in stored form. Throws `FormError`. */
export function readForm<F extends Form>(form: F, given: Given, now: Date): FieldsOf<F> {
  const { fields, faults } = checkForm(form, given, now);
  if (fields === null) throw new FormError(faults);
  return fields;
}
