import type { MailAttachment } from '#shared/mailer.ts';

/** A mail to be sent, as modules hand it in. */
export interface Mail {
  /** What it is about, such as `contact`. */
  template: string;
  /** A second mail of the same key is not written. */
  dedupeKey: string;
  recipient: string;
  /** The member it is about: theirs to be given and erased, whatever address it went to. */
  memberId?: number | null;
  replyTo?: string | null;
  subject: string;
  textBody: string;
  htmlBody?: string;
  attachments?: MailAttachment[];
}

export interface WaitingMail extends Required<Omit<Mail, 'htmlBody' | 'replyTo' | 'memberId'>> {
  id: number;
  replyTo: string | null;
  htmlBody: string | null;
  attempts: number;
}
