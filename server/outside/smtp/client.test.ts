import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { smtpMailer } from './client.ts';

/** A server that records recipients and headers. */
async function startServer({ requireTls = false } = {}) {
  const recipients: string[] = [];
  let message = '';
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      done();
    },
    onData(stream, _session, done) {
      stream.on('data', (bytes: Buffer) => (message += bytes.toString()));
      stream.on('end', () => done());
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'CR <no-reply@radio.example>', requireTls });
  return {
    recipients,
    headOf: () => message.split('\r\n\r\n', 1)[0] ?? '',
    send: (to: string, over: { subject?: string; replyTo?: string; unsubscribeUrl?: string } = {}) =>
      mailer.send({ messageId: 'one@radio.example', to, subject: '你好', text: '內容', attachments: [], ...over }).then(
        () => 'sent',
        () => 'refused',
      ),
    stop: () => new Promise<void>((closed) => server.close(closed)),
  };
}

it.each(['one,two@mail.example', 'one;two@mail.example', 'Two<two@mail.example', 'list:one@mail.example'])(
  'never makes two mailboxes of one: %s (ASVS 1.3.11)',
  async (to) => {
    const server = await startServer();
    await server.send(to);
    // Quoted, it is the given mailbox; the server rejects it, and nobody else receives the mail.
    expect(server.recipients.filter((recipient) => recipient.replaceAll('"', '') !== to)).toEqual([]);
    await server.stop();
  },
);

it('lets nothing in a subject or an address begin another line of the head', async () => {
  const server = await startServer();
  const line = '\r\nBcc: other@mail.example\r\n\r\nwords';
  await server.send('one@mail.example', { subject: `你好${line}`, replyTo: `two@mail.example${line}` });
  expect(server.recipients).toEqual(['one@mail.example']);
  expect(server.headOf()).not.toMatch(/^bcc:/im);
  await server.stop();
});

it('names the address that stops mails like this by one press (RFC 8058), and none in other mails', async () => {
  const server = await startServer();
  await server.send('one@mail.example');
  expect(server.headOf()).not.toMatch(/unsubscribe/i);
  await server.stop();
  const other = await startServer();
  await other.send('one@mail.example', { unsubscribeUrl: 'https://radio.example/stop?token=1.news.abc' });
  expect(other.headOf()).toContain('List-Unsubscribe: <https://radio.example/stop?token=1.news.abc>');
  expect(other.headOf()).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  await other.stop();
});

it('sends nothing in the clear where it has to be encrypted, and says nothing of whom it is for', async () => {
  const server = await startServer({ requireTls: true });
  expect(await server.send('one@mail.example')).toBe('refused');
  expect(server.recipients).toEqual([]);
  await server.stop();
});
