import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { bodiesOf } from './mail-bodies.ts';
import type { Mail } from './mail.schema.ts';
import { momentWords, NO_REPLY, SIGN_OFF } from './member-letter.words.ts';

export { greeting } from './member-letter.words.ts';

/** A mail to a member as its words are written down; `lettered` gives it the station's look. */
export interface MemberMail extends Omit<Mail, 'textBody' | 'htmlBody'> {
  /** The link stands behind the second. */
  paragraphs: readonly string[];
  link: { words: string; url: string } | undefined;
  facts?: readonly (readonly [name: string, value: string])[];
  /** A link of less weight, behind the facts. */
  aside?: { words: string; url: string };
}

export const body = (paragraphs: readonly string[], link?: MemberMail['link']) => ({ paragraphs, link });

/** The mail as it goes out, titled as it is named. */
export function lettered({ paragraphs, link, facts, aside, ...mail }: MemberMail): Mail {
  const [lead, rest] = [paragraphs.slice(0, 2), paragraphs.slice(2)];
  return {
    ...mail,
    ...bodiesOf({ title: mail.subject, lead, button: link, facts, aside, rest, foot: [SIGN_OFF, NO_REPLY] }),
  };
}

/** An instant as people write it, in Hong Kong. */
export function momentOf(at: Date): string {
  const [year = 0, month = 0, day = 0] = dayHkOf(at).split('-').map(Number);
  return momentWords(year, month, day, clockHk(at));
}

export interface LinkMail {
  /** A second mail of the same key is not written. */
  key: string;
  recipient: string;
  name: string;
  url: string;
}

/** To a mailbox that nobody proved yet. No name in it: a stranger may have written it, to be read there. */
export type UnprovedMail = Omit<LinkMail, 'name'>;
