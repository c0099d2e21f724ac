import { fieldRules } from '#shared/field-rules.ts';

// What the browser checks too: plain code, so that no page carries the library the calls are described with.

/** What a field of a form may have wrong. Words for it stand in app/text. */
export const FAULT_CODES = ['required', 'tooLong', 'format', 'picture', 'botCheck'] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

export interface FieldFault {
  field: string;
  code: FaultCode;
}

/** Lengths in characters as a reader counts them (R-315, VA-12 to VA-15, VA-21). */
export const LIMITS = { short: 50, email: 50, common: 500, comment: 2000 } as const;

/** Largest picture a visitor may send, in bytes. */
export const MAX_PICTURE_BYTES = 5_242_880;

/** What a contact may be about; the first is chosen before the visitor chooses. */
export const CONTACT_TOPICS = [
  'programme',
  'correction',
  'site',
  'advertising',
  'press',
  'complaint',
  'other',
] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

const isPhone = (value: string) => fieldRules.numeric(value) && value.length >= 8;

/** Letters that no text needs and that neither PostgreSQL's JSON nor a mail header takes. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u2028\u2029]/g;

interface Rule {
  max: number;
  required?: boolean;
  isRight?: (value: string) => boolean;
  /** Keeps line ends. */
  multiline?: boolean;
}

/** What each field of each form may hold, in the order of the form: contact and lost property. */
const FORMS = {
  contact: {
    topic: {
      max: LIMITS.short,
      required: true,
      isRight: (value: string) => CONTACT_TOPICS.some((topic) => topic === value),
    },
    name: { max: LIMITS.short, required: true },
    email: { max: LIMITS.email, required: true, isRight: fieldRules.email },
    phone: { max: LIMITS.short, isRight: isPhone },
    message: { max: LIMITS.comment, required: true, multiline: true },
  },
  lostproperty: {
    name: { max: LIMITS.common, required: true },
    phone: { max: LIMITS.common, required: true, isRight: isPhone },
    email: { max: LIMITS.email, isRight: fieldRules.email },
    item: { max: LIMITS.common, required: true },
    place: { max: LIMITS.common, required: true },
    time: { max: LIMITS.common, required: true },
    description: { max: LIMITS.common, multiline: true },
  },
} as const satisfies Record<string, Record<string, Rule>>;
export type FormName = keyof typeof FORMS;

export type FormFields = Record<string, string>;

/** A field as it will be stored. */
function cleaned(value: string, { multiline = false }: Rule): string {
  const clean = value.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL, '');
  return (multiline ? clean : clean.replaceAll(/[\n\t]/g, ' ')).trim();
}

/** The first thing wrong with a cleaned field. */
function faultOf(value: string, { max, required = false, isRight }: Rule): FaultCode | undefined {
  if (value === '') return required ? 'required' : undefined;
  if (!fieldRules.length(value, 0, max)) return 'tooLong';
  return isRight && !isRight(value) ? 'format' : undefined;
}

/** The fields as they will be stored, or the faults in the order of the form. */
export function checkForm(
  form: FormName,
  values: FormFields,
): { fields: FormFields; faults: [] } | { fields: null; faults: FieldFault[] } {
  const fields: FormFields = {};
  const faults: FieldFault[] = [];
  for (const [field, rule] of Object.entries<Rule>(FORMS[form])) {
    const value = cleaned(values[field] ?? '', rule);
    const code = faultOf(value, rule);
    if (code) faults.push({ field, code });
    fields[field] = value;
  }
  return faults.length > 0 ? { fields: null, faults } : { fields, faults: [] };
}

/** What a file says it is by its first bytes; null for anything but PNG and JPEG. */
export function pictureTypeOf(bytes: Uint8Array): 'image/png' | 'image/jpeg' | null {
  const begins = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  return null;
}

/** Names of the fields a form carries beside what the visitor writes. */
export const HIDDEN_FIELDS = {
  token: 'bot_token',
  ticket: 'ticket',
  key: 'idempotency_key',
  /** People do not see it; programs fill it. */
  trap: 'website',
  picture: 'picture',
} as const;
