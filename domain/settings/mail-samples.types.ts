import type { Mail } from '#domain/mail/mail.ts';
import type { MemberMail } from '#domain/mail/member-letter.ts';

/** A mail with invented content. Staff may change the text of a mail to members; others are shown alone. */
interface MailSample {
  key: string;
  mail: MemberMail | Mail;
}
export type MailSamples = readonly MailSample[];
