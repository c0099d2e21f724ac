import { createTransport } from 'nodemailer';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';
import type { Mailer } from '#shared/outside/mailer.ts';
import { traced } from '#shared/outside/tracing.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string;
  /** Sender of every mail, `Name <mail@host>` or an address alone. */
  from: string;
  /** Refuses to send over an unencrypted connection. */
  requireTls: boolean;
  timeoutMs?: number;
}

/** Passed as an object: a string would be parsed as a list, in which a comma separates two addresses. */
const mailbox = (address: string) => ({ name: '', address });

/** Mail by SMTP, with one connection per mail: volume is low, and none is left half open when a process ends. */
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
    // Content of a mail must never make us read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ messageId, to, replyTo, unsubscribeUrl, subject, text, html, attachments }) {
      const mail = {
        from,
        to: mailbox(to),
        ...(replyTo === undefined ? {} : { replyTo: mailbox(replyTo) }),
        messageId: `<${messageId}>`,
        ...(unsubscribeUrl === undefined
          ? {}
          : {
              list: { unsubscribe: unsubscribeUrl },
              headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
            }),
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        attachments: attachments.map(({ name, mimeType, bytes }) => ({
          filename: name,
          contentType: mimeType,
          content: bytes,
        })),
      };
      await traced('provider', 'SMTP', () => transport.sendMail(mail));
    },
  };
}
