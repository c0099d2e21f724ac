import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { bodiesOf } from './mail-bodies.ts';
import type { Mail } from './mail.schema.ts';
import { momentWords, NO_REPLY, SIGN_OFF } from './member-letter.words.ts';

export { greeting } from './member-letter.words.ts';

/** Content of a mail to a member; `lettered` applies the station's layout. */
export interface MemberMail extends Omit<Mail, 'textBody' | 'htmlBody'> {
  /** The link is placed after the second paragraph. */
  paragraphs: readonly string[];
  link: { words: string; url: string } | undefined;
  facts?: readonly (readonly [name: string, value: string])[];
  /** A secondary link after the facts. */
  aside?: { words: string; url: string };
}

export const body = (paragraphs: readonly string[], link?: MemberMail['link']) => ({ paragraphs, link });

/** The mail in its final layout, with the subject as its title. */
export function lettered({ paragraphs, link, facts, aside, ...mail }: MemberMail): Mail {
  const [lead, rest] = [paragraphs.slice(0, 2), paragraphs.slice(2)];
  return {
    ...mail,
    ...bodiesOf({ title: mail.subject, lead, button: link, facts, aside, rest, foot: [SIGN_OFF, NO_REPLY] }),
  };
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
