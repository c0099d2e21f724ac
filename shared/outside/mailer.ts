/** An outgoing mail. */
export interface OutgoingMail {
  /** The same for every attempt, so that a duplicate can be recognised. Without angle brackets. */
  messageId: string;
  to: string;
  replyTo?: string;
  /** One-click unsubscribe URL, by POST (RFC 8058). */
  unsubscribeUrl?: string;
  subject: string;
  text: string;
  html?: string;
  attachments: { name: string; mimeType: string; bytes: Buffer }[];
}

/** Interface to a mail service. */
export interface Mailer {
  /** Resolves when the service has accepted the mail. Rejects if it has not or did not confirm in time. */
  send(mail: OutgoingMail): Promise<void>;
}

/**
 * An attachment of a queued mail: a stored file by its name in the file storage, or a file generated when the mail is
 * sent, by generator and id, of which nothing is stored.
 */
export type MailAttachment = { name: string; mimeType: string } & ({ sha256: string } | { maker: string; id: number });
