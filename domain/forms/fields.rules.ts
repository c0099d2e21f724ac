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
  'picture',
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

/** Letters that no text needs: controls, marks that turn the order of reading, what cannot be seen. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
const LINES = /[\t\n]/;
/** A text of one line as it will be stored. */
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

/** What a page's input is told of a field: see `FormField`. */
export interface InputFacts {
  type?: 'email' | 'tel' | 'multiline' | 'picture' | 'choice';
  inputMode?: 'numeric' | 'email';
  /** What browsers and password managers fill in. */
  autoComplete?: string;
  /** Where nothing longer can be meant, as of a code; the browser drops what is beyond it. */
  maxLength?: number;
}

/** What is known of a field beside how it is read: pages draw it and the wire describes it by this. */
export interface FieldFacts {
  /** What the wire carries. A code is right or wrong, whatever its length. */
  type: 'text' | 'code' | 'flag' | 'number' | 'numbers' | 'object' | 'file';
  /** Whether a person has to fill it in. */
  isRequired: boolean;
  /** How a call may leave it out. */
  leftOut?: 'absent' | 'null';
  /** Fewest and most characters, counted as a reader does, or most bytes of a file or object. */
  least?: number;
  most?: number;
  choices?: readonly (string | number)[];
  input?: InputFacts;
}

/** The rule of a field: its facts, and how it is read, to the value as it will be stored or the first thing wrong with it. */
export interface Field<T> extends FieldFacts {
  read: Read<T>;
}

/** A rule from how it is read and what is known of it; a text that has to be filled in where nothing else is said. */
export const field = <T>(read: Read<T>, facts: Partial<FieldFacts> = {}): Field<T> => ({
  type: 'text',
  isRequired: true,
  ...facts,
  read,
});

/** The same field where an input of its own is drawn for it. */
export const drawn = <F extends Field<unknown>>(rule: F, input: InputFacts): F => ({
  ...rule,
  input: { ...rule.input, ...input },
});

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whether a text is of a pattern. */
export const like = (pattern: RegExp) => (value: string) => pattern.test(value);

export interface TextRule {
  isRight?: (value: string) => boolean;
  /** What is wrong where it is not right. */
  code?: FaultCode;
  least?: number;
  /** May be left empty, and is empty then. */
  isOptional?: boolean;
  /** Keeps its line ends. */
  hasLines?: boolean;
  input?: InputFacts;
}

export function text(most: number, rule: TextRule = {}): Field<string> {
  const { isRight, code: wrong = 'format', least, isOptional = false, hasLines = false, input } = rule;
  const clean = hasLines ? cleanedLines : cleaned;
  const read: Read<string> = (given) => {
    const value = clean(textOf(given));
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

/** May be left out, and is null then. */
export const optional = <T>(rule: Field<T>) => orNull(rule, 'absent');

/** Null means something, and is said. */
export const nullable = <T>(rule: Field<T>) => orNull(rule, 'null');

export const TRUE = new Set<unknown>([true, 'true', 'on', '1']);
/** A box that is not ticked is not sent by a form. */
export const flag = field<boolean>((given) => ({ value: TRUE.has(given) }), { type: 'flag', isRequired: false });

const numberOf = (given: unknown): number =>
  typeof given === 'number'
    ? given
    : typeof given === 'string' && fieldRules.numeric(given) && given.length <= 10
      ? Number(given)
      : Number.NaN;

export const oneOf = <const T extends string | number>(...choices: readonly T[]): Field<T> =>
  field<T>(
    (given) => {
      const value = choices.find((one) => one === given || (typeof one === 'number' && one === numberOf(given)));
      return value === undefined ? { code: given === undefined || given === '' ? 'required' : 'choice' } : { value };
    },
    { type: typeof choices[0] === 'number' ? 'number' : 'text', choices, input: { type: 'choice' } },
  );

export const id = field<number>(
  (given) => {
    const value = numberOf(given);
    return isPossibleId(value) ? { value } : { code: 'format' };
  },
  { type: 'number' },
);

/** The same again as another field. */
export const sameAs = (other: string): Field<string> =>
  field<string>(
    (value, { given }) => (typeof value === 'string' && value === given[other] ? { value } : { code: 'confirmed' }),
    { input: { autoComplete: 'new-password' } },
  );

/** One that is too long is as wrong as one that is too short. */
export function code(digits: number): Field<string> {
  const input = { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: digits } as const;
  const isRight = (value: string) => fieldRules.digits(value, digits);
  return { ...text(Infinity, { isRight, code: 'code', input }), type: 'code', least: digits, most: digits };
}

export const randomSalt = text(100, { isRight: like(/^[\w-]{16,100}$/) });

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
  for (const [name, rule] of Object.entries<Field<unknown>>(form)) {
    const found = rule.read(Object.hasOwn(given, name) ? given[name] : undefined, around);
    if (found.code === undefined) fields[name] = found.value;
    else faults.push({ field: name, code: found.code });
  }
  return faults.length > 0 ? { fields: null, faults } : { fields: fields as FieldsOf<F>, faults: [] };
}
