import { dayHkOf, type DayHk } from '#shared/hk-time.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import { fieldRules } from '#shared/field-rules.ts';
import { isPossibleId } from '#shared/ids.ts';

// Shared with the browser. Plain code, so that pages need not load the schema library.

/** Faults of a field. Their texts are in app/text. */
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
  'picture',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

export interface FieldFault {
  field: string;
  code: FaultCode;
}

/** Faults with an error code of their own in the catalogue. All others are 1. */
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

/** The error of a body: the specific one if all faults share it. */
export function refusalOf(faults: readonly FieldFault[]): ErrorName {
  const names = new Set(faults.map(({ code }) => OWN_CODES[code] ?? 'invalidParam'));
  const [name] = names;
  return names.size === 1 && name ? name : 'invalidParam';
}

/** Invisible characters that no text needs: controls, bidirectional marks, zero-width characters. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
const LINES = /[\t\n]/;
/** A single-line text in stored form. */
export const cleaned = (value: string) =>
  value
    .toWellFormed()
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(UNSEEN, '')
    .trim();
const cleanedLines = (value: string) =>
  value
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNSEEN, (unseen) => (LINES.test(unseen) ? unseen : ''))
    .trim();
export const lengthOf = (value: string) => Array.from(value).length;

export type Given = Readonly<Record<string, unknown>>;
interface Around {
  given: Given;
  today: DayHk;
}
type Checked<T> = { value: T; code?: never } | { code: FaultCode };
type Read<T> = (value: unknown, around: Around) => Checked<T>;

/** Facts about a field for a page's input: see `FormField`. */
export interface InputFacts {
  type?: 'email' | 'tel' | 'multiline' | 'picture' | 'choice';
  inputMode?: 'numeric' | 'email';
  /** Autofill hint for browsers and password managers. */
  autoComplete?: string;
  /** Only where a longer value is never valid, as for a code: the browser truncates it. */
  maxLength?: number;
}

/** Metadata of a field beside its parser. Pages draw inputs and the API reference describes fields from it. */
export interface FieldFacts {
  /** Type on the wire. For a code, length is not checked separately. */
  type: 'text' | 'code' | 'flag' | 'number' | 'numbers' | 'object' | 'file';
  /** Whether a person must fill it in. */
  isRequired: boolean;
  /** How a call may omit it. */
  leftOut?: 'absent' | 'null';
  /** Minimum and maximum: user-perceived characters, or bytes of a file or object. */
  least?: number;
  most?: number;
  choices?: readonly (string | number)[];
  input?: InputFacts;
}

/** Rule of a field: its metadata, and a parser that returns the value in stored form or the first fault. */
export interface Field<T> extends FieldFacts {
  read: Read<T>;
}

/** Creates a rule from a parser and metadata. Defaults to a required text. */
export const field = <T>(read: Read<T>, facts: Partial<FieldFacts> = {}): Field<T> => ({
  type: 'text',
  isRequired: true,
  ...facts,
  read,
});

/** The same field with other input facts. */
export const drawn = <F extends Field<unknown>>(rule: F, input: InputFacts): F => ({
  ...rule,
  input: { ...rule.input, ...input },
});

export const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A test against a pattern. */
export const like = (pattern: RegExp) => (value: string) => pattern.test(value);

export interface TextRule {
  isRight?: (value: string) => boolean;
  /** Fault code if `isRight` fails. */
  code?: FaultCode;
  least?: number;
  /** May be empty, and is stored as empty then. */
  isOptional?: boolean;
  /** Keeps line breaks. */
  hasLines?: boolean;
  input?: InputFacts;
}

export function text(most: number, rule: TextRule = {}): Field<string> {
  const { isRight, code: wrong = 'format', least, isOptional = false, hasLines = false, input } = rule;
  const clean = hasLines ? cleanedLines : cleaned;
  const read: Read<string> = (given) => {
    const value = clean(stringOrEmpty(given));
    if (value === '') return isOptional ? { value } : { code: 'required' };
    if (!fieldRules.length(value, 0, most)) return { code: 'tooLong' };
    return isRight && !isRight(value) ? { code: wrong } : { value };
  };
  return field(read, {
    isRequired: !isOptional,
    ...(Number.isFinite(most) && { most }),
    ...(least !== undefined && { least }),
    ...(input && { input }),
  });
}

const isNothing = (given: unknown) => given === undefined || given === null || given === '';

const orNull = <T>(rule: Field<T>, leftOut: 'absent' | 'null'): Field<T | null> => ({
  ...rule,
  isRequired: false,
  leftOut,
  read: (given, around) => (isNothing(given) ? { value: null } : rule.read(given, around)),
});

/** May be absent, and is null then. */
export const optional = <T>(rule: Field<T>) => orNull(rule, 'absent');

/** May be an explicit null, which has a meaning of its own. */
export const nullable = <T>(rule: Field<T>) => orNull(rule, 'null');

export const TRUE = new Set<unknown>([true, 'true', 'on', '1']);
/** Forms do not send an unticked box, so absent means false. */
export const flag = field<boolean>((given) => ({ value: TRUE.has(given) }), { type: 'flag', isRequired: false });

const toInteger = (given: unknown): number =>
  typeof given === 'number'
    ? given
    : typeof given === 'string' && fieldRules.numeric(given) && given.length <= 10
      ? Number(given)
      : Number.NaN;

export const oneOf = <const T extends string | number>(...choices: readonly T[]): Field<T> =>
  field<T>(
    (given) => {
      const value = choices.find((one) => one === given || (typeof one === 'number' && one === toInteger(given)));
      return value === undefined ? { code: given === undefined || given === '' ? 'required' : 'choice' } : { value };
    },
    { type: typeof choices[0] === 'number' ? 'number' : 'text', choices, input: { type: 'choice' } },
  );

export const id = field<number>(
  (given) => {
    const value = toInteger(given);
    return isPossibleId(value) ? { value } : { code: 'format' };
  },
  { type: 'number' },
);

/** Must equal another field. */
export const sameAs = (other: string): Field<string> =>
  field<string>(
    (value, { given }) => (typeof value === 'string' && value === given[other] ? { value } : { code: 'confirmed' }),
    { input: { autoComplete: 'new-password' } },
  );

/** A code of fixed length. Too long and too short give the same fault. */
export function code(digits: number): Field<string> {
  const input = { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: digits } as const;
  const isRight = (value: string) => fieldRules.digits(value, digits);
  return { ...text(Infinity, { isRight, code: 'code', input }), type: 'code', least: digits, most: digits };
}

export const randomSalt = text(100, { isRight: like(/^[\w-]{16,100}$/) });

/** Fields of a call or form, in form order and with their wire names. */
export type Form = Readonly<Record<string, Field<unknown>>>;
export type FieldsOf<F extends Form> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** The fields of a call or form in stored form, or their faults in form order. */
export function checkForm<F extends Form>(
  form: F,
  given: Given,
  now: Date,
): { fields: FieldsOf<F>; faults: [] } | { fields: null; faults: FieldFault[] } {
  const around: Around = { given, today: dayHkOf(now) };
  const fields: Record<string, unknown> = {};
  const faults: FieldFault[] = [];
  for (const [name, rule] of Object.entries<Field<unknown>>(form)) {
    const found = rule.read(Object.hasOwn(given, name) ? given[name] : undefined, around);
    if (found.code === undefined) fields[name] = found.value;
    else faults.push({ field: name, code: found.code });
  }
  return faults.length > 0 ? { fields: null, faults } : { fields: fields as FieldsOf<F>, faults: [] };
}
