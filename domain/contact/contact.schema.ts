import { z } from 'zod';

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

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const PHONE = /^[0-9]{8,}$/;

/** Letters that no text needs and that neither PostgreSQL's JSON nor a mail header takes. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u2028\u2029]/g;

interface Rule {
  max: number;
  required?: boolean;
  pattern?: RegExp;
  /** Keeps line ends. */
  multiline?: boolean;
}

/** A field of text, trimmed; the first of its faults is told, by code. */
function text({ max, required = false, pattern, multiline = false }: Rule) {
  return z
    .string()
    .default('')
    .transform((value) => {
      const clean = value.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL, '');
      return (multiline ? clean : clean.replaceAll(/[\n\t]/g, ' ')).trim();
    })
    .superRefine((value, context) => {
      const fault = (code: FaultCode) => context.addIssue({ code: 'custom', message: code });
      if (value === '') {
        if (required) fault('required');
      } else if (Array.from(value).length > max) fault('tooLong');
      else if (pattern && !pattern.test(value)) fault('format');
    });
}

/** The contact form. */
export const contactFormSchema = z.object({
  topic: text({ max: LIMITS.short, required: true, pattern: new RegExp(`^(${CONTACT_TOPICS.join('|')})$`) }),
  name: text({ max: LIMITS.short, required: true }),
  email: text({ max: LIMITS.email, required: true, pattern: EMAIL }),
  phone: text({ max: LIMITS.short, pattern: PHONE }),
  message: text({ max: LIMITS.comment, required: true, multiline: true }),
});

/** The lost-property form. */
export const lostPropertyFormSchema = z.object({
  name: text({ max: LIMITS.common, required: true }),
  phone: text({ max: LIMITS.common, required: true, pattern: PHONE }),
  email: text({ max: LIMITS.email, pattern: EMAIL }),
  item: text({ max: LIMITS.common, required: true }),
  place: text({ max: LIMITS.common, required: true }),
  time: text({ max: LIMITS.common, required: true }),
  description: text({ max: LIMITS.common, multiline: true }),
});

export const FORMS = { contact: contactFormSchema, lostproperty: lostPropertyFormSchema } as const;
export type FormName = keyof typeof FORMS;

export type FormFields = Record<string, string>;

/** The fields as they will be stored, or the faults in the order of the form. */
export function checkForm(
  form: FormName,
  values: FormFields,
): { fields: FormFields; faults: [] } | { fields: null; faults: FieldFault[] } {
  const result = FORMS[form].safeParse(values);
  if (result.success) return { fields: result.data, faults: [] };
  const faults = result.error.issues.map((issue) => ({
    field: String(issue.path[0]),
    code: FAULT_CODES.find((code) => code === issue.message) ?? 'format',
  }));
  const order = Object.keys(FORMS[form].shape);
  return { fields: null, faults: faults.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field)) };
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

const words = (about: string) => z.string().max(20_000).optional().describe(about);
const carried = {
  [HIDDEN_FIELDS.token]: z.string().max(4_096).optional().describe('Token of the bot check'),
  [HIDDEN_FIELDS.key]: z
    .string()
    .max(100)
    .optional()
    .describe('Made once for a filled form: sending the same form again under it does nothing'),
  [HIDDEN_FIELDS.trap]: z.string().max(1_000).optional().describe('Leave it empty'),
};

/** Bodies of the calls: loose, so that every fault of a field is told by the form's own schema. */
export const contactBodySchema = z.object({
  topic: words(`One of ${CONTACT_TOPICS.join(', ')}`),
  name: words('At most 50 characters'),
  email: words('At most 50 characters'),
  phone: words('Digits, at least 8; may be left out'),
  message: words('At most 2000 characters'),
  picture: z.unknown().optional().describe('PNG or JPEG file of at most 5,242,880 bytes; may be left out'),
  ...carried,
});
export const lostPropertyBodySchema = z.object({
  name: words('At most 500 characters'),
  phone: words('Digits, at least 8'),
  email: words('At most 50 characters; may be left out'),
  item: words('What was lost; at most 500 characters'),
  place: words('Where; at most 500 characters'),
  time: words('When; at most 500 characters'),
  description: words('At most 500 characters; may be left out'),
  ...carried,
});

export const sentReplySchema = z.object({ sent: z.literal(true) });
