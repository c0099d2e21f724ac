import { DomainError } from '#shared/domain-error.ts';
import { refusalOf, type FieldFault } from './fields.rules.ts';

/** A body with faults, told by field, under the code of its fault where the catalogue has one. */
export class FormError extends DomainError {
  readonly faults: FieldFault[];
  constructor(faults: FieldFault[]) {
    super(refusalOf(faults), { faults: faults.map(({ field, code }) => ({ field, message: code })) });
    this.faults = faults;
  }
}
