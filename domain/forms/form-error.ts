import { DomainError } from '#shared/domain-error.ts';
import { refusalOf, type FieldFault } from './fields.rules.ts';

/** A body with faults, by field, with the specific error code of its fault if the catalogue has one. */
export class FormError extends DomainError {
  readonly faults: FieldFault[];
  constructor(faults: FieldFault[]) {
    super(refusalOf(faults), { faults: faults.map(({ field, code }) => ({ field, message: code })) });
    this.faults = faults;
  }
}
