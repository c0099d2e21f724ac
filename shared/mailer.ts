/** A mail as it goes out. */
export interface OutgoingMail {
  /** The same at every try, so that a mailbox that got it twice can tell. Without angle brackets. */
  messageId: string;
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  attachments: { name: string; mimeType: string; bytes: Buffer }[];
}

/** The door to a mail service. */
export interface Mailer {
  /** Resolves when the service has taken the mail; rejects when it has not, or did not say in time. */
  send(mail: OutgoingMail): Promise<void>;
}

/**
 * A file of a mail that waits: one that is kept, by its name in the file storage; or one that is made when the mail is sent, by
 * who makes it and its number there, so that nothing of it is kept.
 */
export type MailAttachment = { name: string; mimeType: string } & ({ sha256: string } | { maker: string; id: number });
