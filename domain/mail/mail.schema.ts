import type { MailAttachment } from '#shared/outside/mailer.ts';

/** A mail to be sent, as passed in by modules. */
export interface Mail {
  /** What it is about, such as `contact`. */
  template: string;
  /** Deduplication key: a second mail with the same key is not queued. */
  dedupeKey: string;
  recipient: string;
  /** The member it is about. It is exported and erased with that member, whatever its recipient. */
  memberId?: number | null;
  replyTo?: string | null;
  subject: string;
  textBody: string;
  htmlBody?: string;
  attachments?: MailAttachment[];
  /** One-click unsubscribe URL (RFC 8058). */
  unsubscribeUrl?: string | null;
}

export interface WaitingMail extends Required<Omit<Mail, 'htmlBody' | 'replyTo' | 'memberId' | 'unsubscribeUrl'>> {
  id: number;
  replyTo: string | null;
  htmlBody: string | null;
  unsubscribeUrl: string | null;
  attempts: number;
}
