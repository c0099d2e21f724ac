import { EMAIL_CHARS } from '#domain/forms/email.rules.ts';
import { text, type Field, type Form, type TextRule } from '#domain/forms/fields.rules.ts';
import { botToken } from '#domain/forms/bot-check.rules.ts';
import { phoneToCall } from '#domain/forms/phone.rules.ts';
import { picture } from '#domain/forms/picture.rules.ts';
import { fieldRules } from '#shared/field-rules.ts';

// Shared with the browser.

/** Lengths in user-perceived characters (R-315, VA-13 to VA-15, VA-21). */
const LIMITS = { short: 50, common: 500, comment: 2000 } as const;

/** Contact topics; the first is preselected. */
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

const isTopic = (value: string) => CONTACT_TOPICS.some((topic) => topic === value);
const topic: Field<string> = {
  ...text(LIMITS.short, { isRight: isTopic, input: { type: 'choice' } }),
  choices: CONTACT_TOPICS,
};

/** Any mailbox is accepted, also with a plus sign, because no account is looked up by it. */
const email = (rule: TextRule = {}) =>
  text(EMAIL_CHARS, { ...rule, isRight: fieldRules.email, input: { type: 'email', autoComplete: 'email' } });
const name = (most: number) => text(most, { input: { autoComplete: 'name' } });
const LINES = { hasLines: true, input: { type: 'multiline' } } as const;

/** Field rules by form, in form order: contact and lost property. */
export const CONTACT_FORMS = {
  contact: {
    topic,
    name: name(LIMITS.short),
    email: email(),
    phone: phoneToCall(LIMITS.short, { isOptional: true }),
    message: text(LIMITS.comment, LINES),
    picture,
    turnstileToken: botToken,
  },
  lostproperty: {
    name: name(LIMITS.common),
    phone: phoneToCall(LIMITS.common),
    email: email({ isOptional: true }),
    item: text(LIMITS.common),
    place: text(LIMITS.common),
    time: text(LIMITS.common),
    description: text(LIMITS.common, { ...LINES, isOptional: true }),
    turnstileToken: botToken,
  },
} as const satisfies Record<string, Form>;
export type FormName = keyof typeof CONTACT_FORMS;

/** Topics that are between the writer and the station, and are not read on air. */
const NOT_FOR_AIR: readonly string[] = ['complaint', 'advertising', 'press'] satisfies ContactTopic[];

/** Whether a letter may be let through to a studio. Reports of lost property have no words for listeners. */
export const isForAir = (form: FormName, topic: string | null | undefined): boolean =>
  form === 'contact' && !NOT_FOR_AIR.includes(topic ?? '');

/** What became of a letter. */
export const OUTCOMES = ['answered', 'passed-on', 'no-answer-needed', 'spam'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const LETTER_STATES = ['open', 'mine', 'unassigned', 'closed'] as const;
export type LetterState = (typeof LETTER_STATES)[number];

export const MAX_ANSWER_CHARS = 5000;
export const MAX_NOTE_CHARS = 500;
