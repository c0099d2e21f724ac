import { createTransport } from 'nodemailer';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';
import type { Mailer } from '#shared/mailer.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string;
  /** Sender of every mail, `Name <mail@host>` or an address alone. */
  from: string;
  /** Refuses to send over a connection that cannot be encrypted. */
  requireTls: boolean;
  timeoutMs?: number;
}

/** One mailbox, whatever is written in it: a text would be read as a list, in which a comma makes two of one. */
const mailbox = (address: string) => ({ name: '', address });

/** Mail by SMTP. One connection a mail: the station sends few, and none is then half open when a process ends. */
export function smtpMailer({ url, from, requireTls, timeoutMs = OUTSIDE_LIMITS.mailTimeoutMs }: SmtpOptions): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname,
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: requireTls,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // What a mail says must never make us read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ messageId, to, replyTo, subject, text, html, attachments }) {
      await transport.sendMail({
        from,
        to: mailbox(to),
        ...(replyTo === undefined ? {} : { replyTo: mailbox(replyTo) }),
        messageId: `<${messageId}>`,
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        attachments: attachments.map(({ name, mimeType, bytes }) => ({
          filename: name,
          contentType: mimeType,
          content: bytes,
        })),
      });
    },
  };
}
