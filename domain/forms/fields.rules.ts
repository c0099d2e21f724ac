import { dayHkOf, type DayHk } from '#shared/hk-time.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import { fieldRules } from '#shared/field-rules.ts';
import { isPossibleId } from '#shared/ids.ts';

// What the browser checks too: plain code, so that no page carries the library the calls are described with.

/** What a field may have wrong. Words for it stand in app/text. */
export const FAULT_CODES = [
  'required',
  'tooLong',
  'format',
  'choice',
  'date',
  'password',
  'commonPassword',
  'knownPassword',
  'confirmed',
  'plusSign',
  'invalidDomain',
  'noMailExchange',
  'phone',
  'hkMobile',
  'guardian',
  'terms',
  'botCheck',
  'code',
  'wrongCode',
  'tooLarge',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

export interface FieldFault {
  field: string;
  code: FaultCode;
}

/** Faults that the catalogue has a code of their own for; the rest are 1. */
const OWN_CODES: Partial<Record<FaultCode, ErrorName>> = {
  password: 'invalidPassword',
  commonPassword: 'invalidPassword',
  knownPassword: 'invalidPassword',
  confirmed: 'passwordMismatch',
  plusSign: 'plusSign',
  invalidDomain: 'invalidDomain',
  noMailExchange: 'noMailExchange',
  hkMobile: 'phoneNotAllowed',
};

/** The refusal of a body: the own code of its fault where it has only one. */
export function refusalOf(faults: readonly FieldFault[]): ErrorName {
  const names = new Set(faults.map(({ code }) => OWN_CODES[code] ?? 'invalidParam'));
  const [name] = names;
  return names.size === 1 && name ? name : 'invalidParam';
}

/** Letters that no name needs: controls, marks that turn the order of reading, what cannot be seen. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
export const cleaned = (value: string) =>
  value
    .toWellFormed()
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(UNSEEN, '')
    .trim();
export const lengthOf = (value: string) => Array.from(value).length;

export type Given = Readonly<Record<string, unknown>>;
export interface Around {
  given: Given;
  today: DayHk;
}
export type Checked<T> = { value: T; code?: never } | { code: FaultCode };
/** Reads one field: the value as it will be stored, or the first thing wrong with it. */
export type Field<T> = (value: unknown, around: Around) => Checked<T>;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const like = (pattern: RegExp) => (value: string) => pattern.test(value);

export const text =
  (max: number, isRight?: (value: string) => boolean, code: FaultCode = 'format'): Field<string> =>
  (given) => {
    const value = cleaned(textOf(given));
    if (value === '') return { code: 'required' };
    if (lengthOf(value) > max) return { code: 'tooLong' };
    return isRight && !isRight(value) ? { code } : { value };
  };

export const optional =
  <T>(field: Field<T>): Field<T | null> =>
  (given, around) =>
    given === undefined || given === null || given === '' ? { value: null } : field(given, around);

export const TRUE = new Set<unknown>([true, 'true', 'on', '1']);
/** A box that is not ticked is not sent by a form. */
export const flag: Field<boolean> = (given) => ({ value: TRUE.has(given) });

export const ticked =
  (code: FaultCode): Field<true> =>
  (given) =>
    TRUE.has(given) ? { value: true } : { code };

const numberOf = (given: unknown): number =>
  typeof given === 'number'
    ? given
    : typeof given === 'string' && fieldRules.numeric(given) && given.length <= 10
      ? Number(given)
      : Number.NaN;

export const oneOf =
  <const T extends string | number>(...values: readonly T[]): Field<T> =>
  (given) => {
    const value = values.find((one) => one === given || (typeof one === 'number' && one === numberOf(given)));
    return value === undefined ? { code: given === undefined || given === '' ? 'required' : 'choice' } : { value };
  };

export const id: Field<number> = (given) => {
  const value = numberOf(given);
  return isPossibleId(value) ? { value } : { code: 'format' };
};

export const sameAs =
  (other: string): Field<string> =>
  (value, { given }) =>
    typeof value === 'string' && value === given[other] ? { value } : { code: 'confirmed' };

export const botToken: Field<string> = (given) => {
  const value = textOf(given).trim();
  return value === '' || value.length > 4_096 ? { code: 'botCheck' } : { value };
};

/** One that is too long is as wrong as one that is too short. */
export const code = (digits: number) => text(Infinity, (value) => fieldRules.digits(value, digits), 'code');

export const randomSalt = text(100, like(/^[\w-]{16,100}$/));

/** The fields of a call or form, in its order and with the names of the wire. */
export type Form = Readonly<Record<string, Field<unknown>>>;
export type FieldsOf<F extends Form> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** The fields of a call or form as they will be stored, or what is wrong with them, in the order of the form. */
export function checkForm<F extends Form>(
  form: F,
  given: Given,
  now: Date,
): { fields: FieldsOf<F>; faults: [] } | { fields: null; faults: FieldFault[] } {
  const around: Around = { given, today: dayHkOf(now) };
  const fields: Record<string, unknown> = {};
  const faults: FieldFault[] = [];
  for (const [name, field] of Object.entries<Field<unknown>>(form)) {
    const found = field(Object.hasOwn(given, name) ? given[name] : undefined, around);
    if (found.code === undefined) fields[name] = found.value;
    else faults.push({ field: name, code: found.code });
  }
  return faults.length > 0 ? { fields: null, faults } : { fields: fields as FieldsOf<F>, faults: [] };
}
