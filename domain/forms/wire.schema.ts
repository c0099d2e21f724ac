import { z } from 'zod';
import { assertUnreachable } from '#shared/assert-unreachable.ts';
import type { Field, FieldFacts, Form } from './fields.rules.ts';

// Wire schemas derived from field rules. They check types and outer sizes and document the fields. All other faults
// come from the field rules, which also run in the browser, so that a fault has the same name and code everywhere.

/** Schema faults use the names of the rules' faults. */
const told = { error: ({ input }: { input?: unknown }) => (input === undefined ? 'required' : 'format') };

/** Outer limits far beyond any rule, so that the rule reports the fault. */
const TEXT_CHARS = 2_000;
const LOOSE_TEXT_CHARS = 20_000;
const KEY_CHARS = 200;

/** Descriptions in the API reference of fields that many calls share. */
const ABOUT: Readonly<Record<string, string>> = {
  turnstileToken: 'Token of the bot check',
  random_salt: 'Identifies the registration or code',
  phone_no_country: 'Country calling code as text; 0 for other places',
  phone_no: 'Digits only; for Hong Kong, a mobile number',
  is_subscribe_edm: 'Whether the member agrees to receive news by e-mail',
};

const UNITS: Readonly<Record<FieldFacts['type'], string>> = {
  text: ' characters',
  code: ' characters',
  file: ' bytes',
  object: ' bytes',
  numbers: '',
  number: '',
  flag: '',
};

function sizeOf({ type, least, most }: FieldFacts): string {
  const unit = UNITS[type];
  if (least !== undefined && most !== undefined) return `${least === most ? least : `${least} to ${most}`}${unit}`;
  if (most !== undefined) return `at most ${most}${unit}`;
  return least === undefined ? '' : `at least ${least}${unit}`;
}

/** Description of a field in the API reference: its meaning and the limits of its rule. */
function described(facts: FieldFacts, about: string, mayBeLeftOut: boolean): string {
  const choices = facts.choices ? `one of ${facts.choices.join(', ')}` : '';
  return [about, choices, sizeOf(facts), mayBeLeftOut ? 'optional' : ''].filter(Boolean).join('; ');
}

function shapeOf({ type, most = 0 }: FieldFacts, textChars: number): z.ZodType {
  switch (type) {
    case 'text':
      return z.string(told).max(textChars, 'tooLong');
    case 'code':
      return z.string(told);
    case 'flag':
      return z.boolean(told);
    case 'number':
      return z.number(told).int('format');
    case 'numbers':
      return z.array(z.number(told).int('format'), told).max(10 * most, 'tooLong');
    case 'object':
      return z.record(z.string().max(KEY_CHARS), z.unknown());
    case 'file':
      return z.unknown();
    default:
      return assertUnreachable(type);
  }
}

/**
 * The body schema of a call, derived from the rules of its form. `about` describes each field. With `isLoose` every
 * field may be absent, so that the rules report all faults at once.
 */
export function wireOf<F extends Form>(
  form: F,
  about: { readonly [K in keyof F]?: string } = {},
  { isLoose = false } = {},
): z.ZodObject<{ [K in keyof F]: z.ZodType }> {
  const shapes = Object.entries<Field<unknown>>(form).map(([name, rule]) => {
    const shape = shapeOf(rule, isLoose ? LOOSE_TEXT_CHARS : TEXT_CHARS);
    const words = described(
      rule,
      about[name] ?? ABOUT[name] ?? '',
      isLoose ? !rule.isRequired : rule.leftOut === 'absent',
    );
    const said = rule.leftOut === 'null' ? shape.nullable() : shape;
    const left = isLoose || rule.leftOut === 'absent' ? said.optional() : said;
    return [name, left.describe(words)];
  });
  return z.object(Object.fromEntries(shapes) as { [K in keyof F]: z.ZodType });
}

/** A schema that parses one field by its rule, for rules that depend on no other field. */
export const readBy = <T>(rule: Field<T>, about: string) =>
  shapeOf(rule, TEXT_CHARS)
    .transform((given, context): T => {
      const { code, ...read } = rule.read(given, { given: {}, today: '' });
      if (code === undefined) return (read as { value: T }).value;
      context.addIssue({ code: 'custom', message: code });
      return z.NEVER;
    })
    .describe(described(rule, about, false));
