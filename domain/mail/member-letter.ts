import type { Tx } from '#db/database.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { bodiesOf } from './mail-bodies.ts';
import { queueMail } from './mail.ts';
import type { Mail } from './mail.schema.ts';
import { findMailText } from './mail-texts.store.ts';
import { filled, textFaults, type MailText } from './mail-texts.rules.ts';
import { momentWords, NO_REPLY, SIGN_OFF } from './member-letter.words.ts';

export { greeting } from './member-letter.words.ts';

/** Content of a mail to a member; `lettered` applies the station's layout. */
export interface MemberMail extends Omit<Mail, 'textBody' | 'htmlBody'> {
  /** Variant of a template, such as for a plan that renews. Staff change each by itself. */
  variant?: string;
  /**
   * The greeting, then what staff may change, with placeholders. The link is placed after the second paragraph.
   */
  paragraphs: readonly string[];
  /** Values of the placeholders in subject and paragraphs. */
  values?: Readonly<Record<string, string>>;
  link: { words: string; url: string } | undefined;
  facts?: readonly (readonly [name: string, value: string])[];
  /** A secondary link after the facts. */
  aside?: { words: string; url: string };
}

export const body = (paragraphs: readonly string[], link?: MemberMail['link']) => ({ paragraphs, link });

/** Under which staff change the text of a mail. */
export const textKeyOf = ({ template, variant }: Pick<MemberMail, 'template' | 'variant'>): string =>
  variant === undefined ? template : `${template}.${variant}`;

/** The text of the code, which staff may change. */
export const codeTextOf = ({ subject, paragraphs }: Pick<MemberMail, 'subject' | 'paragraphs'>): MailText => ({
  subject,
  paragraphs: paragraphs.slice(1),
});

/**
 * The mail in its final layout, with the subject as its title. A changed text that does not fit the mail any more, as
 * after a release with other placeholders, is not used.
 */
export function lettered(
  { variant: _variant, paragraphs, values = {}, link, facts, aside, ...mail }: MemberMail,
  changed: MailText | null = null,
): Mail {
  const code = codeTextOf({ subject: mail.subject, paragraphs });
  const text = changed !== null && textFaults(code, changed).length === 0 ? changed : code;
  const [first, ...rest] = text.paragraphs.map((words) => filled(words, values));
  const lead = [paragraphs[0], first].filter((words) => words !== undefined);
  const subject = filled(text.subject, values);
  return {
    ...mail,
    subject,
    ...bodiesOf({ title: subject, lead, button: link, facts, aside, rest, foot: [SIGN_OFF, NO_REPLY] }),
  };
}

/** Queues a mail to a member as `queueMail`, in the words that staff have chosen for it. */
export async function queueLetter(tx: Tx, mail: MemberMail): Promise<boolean> {
  return queueMail(tx, lettered(mail, await findMailText(tx, textKeyOf(mail))));
}

/** An instant in Hong Kong time, in readable form. */
export function momentOf(at: Date): string {
  const [year = 0, month = 0, day = 0] = dayHkOf(at).split('-').map(Number);
  return momentWords(year, month, day, clockHk(at));
}

export interface LinkMail {
  /** Deduplication key: a second mail with the same key is not queued. */
  key: string;
  recipient: string;
  name: string;
  url: string;
}

/**
 * Mail to an unverified mailbox. It contains no name, because a stranger may have entered one as a message to the
 * recipient.
 */
export type UnprovedMail = Omit<LinkMail, 'name'>;
