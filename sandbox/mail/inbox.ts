import type { FastifyInstance } from 'fastify';
import PostalMime, { type Email } from 'postal-mime';
import { escapeHtml as escape, INBOX_HEADERS, sendInboxPage as send } from '../inbox-page.ts';
import type { MailFolder } from './mail-folder.ts';

const addresses = (list: Email['to']) => (list ?? []).map((one) => one.address ?? one.name).join(', ');

/** Displays a mail like a mail client: with its own styles, without scripts or external resources. */
const LOOK_HEADERS = {
  ...INBOX_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups; base-uri 'none'; frame-ancestors 'none'",
};

/** Inbox of the mail server's stand-in, for the demo and tests only. */
export async function mailInbox(
  app: FastifyInstance,
  { folder, base = '/sandbox/mail' }: { folder: MailFolder; base?: string },
): Promise<void> {
  const read = async (id: string): Promise<Email | null> => {
    const message = await folder.get(id);
    return message === undefined ? null : PostalMime.parse(message);
  };

  app.get('/', { schema: { hide: true } }, async (_request, reply) => {
    const ids = await folder.list();
    const rows = await Promise.all(
      ids.map(async (id) => {
        const mail = await read(id);
        if (mail === null) return '';
        const cells = [new Date(Number(id.slice(0, 15))).toISOString(), addresses(mail.to)];
        return `<tr>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}<td><a href="${base}/${id}">${escape(mail.subject || '(no subject)')}</a></td></tr>`;
      }),
    );
    const table = `<table><thead><tr><th scope="col">Received</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
    return send(reply, 'Outgoing mail', ids.length ? table : '<p>No mail yet.</p>');
  });

  app.get<{ Params: { id: string } }>('/:id', { schema: { hide: true } }, async (request, reply) => {
    const mail = await read(request.params.id);
    if (mail === null) return reply.callNotFound();
    const facts: [string, string][] = [
      ['From', mail.from?.address ?? ''],
      ['To', addresses(mail.to)],
      ['Reply-To', addresses(mail.replyTo)],
      ['Message-ID', mail.messageId ?? ''],
    ];
    const files = mail.attachments.map(
      (file, at) =>
        `<li><a href="${base}/${request.params.id}/${at}">${escape(file.filename ?? 'file')}</a> (${escape(file.mimeType)})</li>`,
    );
    return send(
      reply,
      mail.subject || '(no subject)',
      `<p><a href="${base}">All mail</a>${mail.html ? ` · <a href="${base}/${request.params.id}/look">HTML view</a>` : ''}</p><dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escape(value)}</dd>`).join('')}</dl><pre>${escape(mail.text ?? '')}</pre>${files.length ? `<h2>Attachments</h2><ul>${files.join('')}</ul>` : ''}`,
    );
  });

  app.get<{ Params: { id: string } }>('/:id/look', { schema: { hide: true } }, async (request, reply) => {
    const html = (await read(request.params.id))?.html;
    if (!html) return reply.callNotFound();
    return reply.headers(LOOK_HEADERS).type('text/html; charset=utf-8').send(html);
  });

  app.get<{ Params: { id: string; at: string } }>('/:id/:at', { schema: { hide: true } }, async (request, reply) => {
    const file = (await read(request.params.id))?.attachments[Number(request.params.at)];
    if (file === undefined) return reply.callNotFound();
    const isPicture = /^image\/(jpeg|png)$/.test(file.mimeType);
    return reply
      .headers({
        ...INBOX_HEADERS,
        'content-disposition': isPicture ? 'inline' : 'attachment',
      })
      .type(isPicture ? file.mimeType : 'application/octet-stream')
      .send(Buffer.from(file.content as ArrayBuffer));
  });
}
