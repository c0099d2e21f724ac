import { DomainError } from '#shared/domain-error.ts';
import {
  checkMemberForm,
  refusalOf,
  type MemberFieldFault,
  type MemberFields,
  type MemberForm,
} from './members.rules.ts';

/** A body with faults, told by field, under the code of its fault where the catalogue has one. */
export class MemberFormError extends DomainError {
  readonly faults: MemberFieldFault[];
  constructor(faults: MemberFieldFault[]) {
    super(refusalOf(faults), { faults: faults.map(({ field, code }) => ({ field, message: code })) });
    this.faults = faults;
  }
}

/** The fields of a body as they will be stored; throws MemberFormError. */
export function readMemberForm<F extends MemberForm>(
  form: F,
  given: Readonly<Record<string, unknown>>,
  now: Date,
): MemberFields<F> {
  const { fields, faults } = checkMemberForm(form, given, now);
  if (fields === null) throw new MemberFormError(faults);
  return fields;
}
