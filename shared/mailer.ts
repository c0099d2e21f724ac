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
