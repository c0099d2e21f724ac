import { DomainError } from '#shared/domain-error.ts';
import type { BotCheck, BotCheckAction } from '#shared/bot-check.ts';
import { checkForm, refusalOf, type FieldFault, type FieldsOf, type Form, type Given } from './fields.rules.ts';

/** A body with faults, told by field, under the code of its fault where the catalogue has one. */
export class FormError extends DomainError {
  readonly faults: FieldFault[];
  constructor(faults: FieldFault[]) {
    super(refusalOf(faults), { faults: faults.map(({ field, code }) => ({ field, message: code })) });
    this.faults = faults;
  }
}

/** The fields of a body as they will be stored; throws FormError. */
export function readForm<F extends Form>(form: F, given: Given, now: Date): FieldsOf<F> {
  const { fields, faults } = checkForm(form, given, now);
  if (fields === null) throw new FormError(faults);
  return fields;
}

/** Lets people pass and programs not. A checker that does not answer is nobody's fault: 503, to be tried again. */
export async function proveHuman(
  { botCheck }: { botCheck: BotCheck },
  token: string,
  remoteIp: string,
  action: BotCheckAction,
): Promise<void> {
  const { verdict } = await botCheck.verify(token, remoteIp || undefined, action);
  if (verdict === 'unavailable') throw new DomainError('unavailable', 'the bot check does not answer');
  if (verdict === 'refused') throw new FormError([{ field: 'turnstileToken', code: 'botCheck' }]);
}
