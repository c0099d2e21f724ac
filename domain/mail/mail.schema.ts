/** A mail to be sent, as modules hand it in. */
export interface Mail {
  /** What it is about, such as `contact`. */
  template: string;
  /** A second mail of the same key is not written. */
  dedupeKey: string;
  recipient: string;
  replyTo?: string | null;
  subject: string;
  textBody: string;
  htmlBody?: string;
  /** Names in the file storage, with the name and type the reader sees. */
  attachments?: { sha256: string; name: string; mimeType: string }[];
}

export interface WaitingMail extends Required<Omit<Mail, 'htmlBody' | 'replyTo'>> {
  id: number;
  replyTo: string | null;
  htmlBody: string | null;
  attempts: number;
}
