import { mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { submissions } from '#db/tables/contact.ts';
import { mails } from '#db/tables/mail.ts';
import { attempts } from '#db/tables/attempts.ts';
import { sendMail, sweepMails } from '#domain/mail/mail.ts';
import { takeTicket } from '#server/services/accounts/form-tickets.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { createPictureDecoder } from '#server/outside/pictures/decoder.ts';
import type { BotVerdict } from '#shared/outside/bot-check.ts';
import type { OutgoingMail } from '#shared/outside/mailer.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { FormError, openTicket } from '#domain/forms/forms.ts';
import { formMailSent, submitForm, type ContactServices } from './contact.ts';

const NOW = new Date('2026-11-21T08:00:00Z');
let database: TestDatabase;
let folder: string;
let services: ContactServices;
/** The next verdict of the bot check. Tokens work once, like those of the provider. */
let verdict: (token: string) => BotVerdict;
let spent: Set<string>;
let sent: OutgoingMail[];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(resolve('data/test-files-'));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.db.delete(submissions);
  await database.db.delete(mails);
  await database.db.delete(attempts);
  spent = new Set();
  sent = [];
  verdict = (token) => {
    if (spent.has(token)) return { verdict: 'refused', reasons: ['timeout-or-duplicate'] };
    spent.add(token);
    return { verdict: 'passed' };
  };
  services = {
    db: database.db,
    botCheck: { verify: async (token) => verdict(token) },
    files: createFileStorage(folder),
    pictures: createPictureDecoder(),
    mailboxes: { contact: 'contact@radio.example', lostproperty: 'traffic@radio.example' },
    ticketKey: 'key',
    takeTicket: (name, by) => takeTicket(database.db, name, by),
    takeTurn: () => 0,
  };
});

const filled = {
  topic: 'programme',
  name: '陳大文',
  email: 'chan@example.com',
  phone: '',
  message: '第一行\n第二行',
  turnstileToken: 'token-1',
  idempotency_key: 'key-1',
};
const sender = { now: NOW, remoteIp: '203.0.113.7', mayUseTicket: false };
const send = (values: Record<string, string> = filled, picture: Uint8Array | null = null, from = sender) =>
  submitForm(services, 'contact', { values, files: new Map(picture ? [['picture', picture]] : []) }, from);
const rows = () => database.db.select().from(submissions);
const waiting = () => database.db.select().from(mails);
const context = (over: object = {}) => ({
  db: database.db,
  clock: () => NOW,
  mailer: { send: async (mail: OutgoingMail) => void sent.push(mail) },
  files: services.files,
  host: 'radio.example',
  onSent: { contact: formMailSent },
  ...over,
});
const faultsOf = async (work: Promise<void>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof FormError ? error.faults : error;
};

it('takes a form that is sent 20 times at once only once, and lets nobody see a refusal', async () => {
  await Promise.all(Array.from({ length: 20 }, () => send()));
  await send();
  expect(await rows()).toHaveLength(1);
  expect(await waiting()).toHaveLength(1);
});

it('takes the same words of another visitor, and corrected words under the same key', async () => {
  await send();
  await send({ ...filled, idempotency_key: 'key-2', turnstileToken: 'token-2' });
  await send({ ...filled, message: '另一件事', turnstileToken: 'token-3' });
  expect(await rows()).toHaveLength(3);
});

it('writes the mail with the form, so that a crash between the two and the sending loses nothing', async () => {
  await send();
  const [mail] = await waiting();
  expect(mail).toMatchObject({ recipient: 'contact@radio.example', replyTo: 'chan@example.com', sentAt: null });
  // The service is unavailable: the mail waits and records why.
  const away = context({ mailer: { send: () => Promise.reject(new Error('connection refused')) } });
  await expect(sendMail(away, mail!.id)).rejects.toThrow('connection refused');
  expect((await waiting())[0]).toMatchObject({ attempts: 1, lastError: 'connection refused', sentAt: null });
  // Its job was lost with a worker: the sweep queues another.
  await database.pool.query('delete from graphile_worker._private_jobs');
  await sweepMails({ db: database.db, now: new Date(Date.now() + 3 * 60_000) });
  const jobs = await database.pool.query("select key from graphile_worker.jobs where task_identifier = 'send-mail'");
  expect(jobs.rows).toEqual([{ key: `send-mail:${mail!.id}` }]);
  await Promise.all(Array.from({ length: 5 }, () => sendMail(context(), mail!.id)));
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ messageId: `mail-${mail!.id}@radio.example`, to: 'contact@radio.example' });
  expect(sent[0]?.text).toContain('第一行\n第二行');
  expect((await rows())[0]?.mailedAt).toEqual(NOW);
});

it('keeps no form whose mail cannot be written', async () => {
  const broken = { ...services, mailboxes: { ...services.mailboxes, contact: null as unknown as string } };
  await expect(submitForm(broken, 'contact', { values: filled, files: new Map() }, sender)).rejects.toThrow();
  expect(await rows()).toHaveLength(0);
});

it('tells every fault of the form in its order, before a token is spent (R-315, R-319)', async () => {
  const wrong = { ...filled, topic: 'x', name: ' ', email: 'a@b', phone: '9123 4567', message: '字'.repeat(2001) };
  expect(await faultsOf(send(wrong))).toEqual([
    { field: 'topic', code: 'format' },
    { field: 'name', code: 'required' },
    { field: 'email', code: 'format' },
    { field: 'phone', code: 'format' },
    { field: 'message', code: 'tooLong' },
  ]);
  expect(spent.size).toBe(0);
});

it('stores what PostgreSQL and mail cannot hold without it, and no second line in a subject', async () => {
  const odd = { ...filled, name: '陳\u0000大\r\nBcc: x@example.com', message: '\ud800 <script>' };
  await send(odd);
  expect((await rows())[0]?.fields).toMatchObject({ name: '陳大 Bcc: x@example.com', message: '\ufffd <script>' });
  expect((await waiting())[0]?.subject).not.toMatch(/[\r\n]/);
});

it('makes a picture anew: nothing of where and with what it was taken is kept (R-316)', async () => {
  const photo = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#cc0000' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N' } })
    .toBuffer();
  expect(photo.includes('SecretCamera')).toBe(true);
  await send(filled, photo);
  const name = (await rows())[0]?.pictureSha256 ?? '';
  const [mail] = await waiting();
  await sendMail(context(), mail!.id);
  const [attachment] = sent[0]?.attachments ?? [];
  expect(mail?.attachments[0]).toMatchObject({ sha256: name });
  expect(attachment?.bytes.includes('SecretCamera')).toBe(false);
  expect(await sharp(attachment?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 2400, height: 800 });
});

/** A PNG of a few kilobytes that declares 60,000 × 60,000 pixels. */
function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(60_000, 0);
  head.writeUInt32BE(60_000, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

it.each([
  ['empty', () => new Uint8Array()],
  ['one byte too large', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5_242_878)])],
  ['text that is named a picture', () => Buffer.from('<script>alert(1)</script>')],
  ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['GIF', () => Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')],
  ['JPEG by its first bytes only', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
  ['a bomb', bomb],
])('refuses a picture that is %s (R-316)', async (_what, picture) => {
  expect(await faultsOf(send(filled, picture()))).toEqual([{ field: 'picture', code: 'picture' }]);
  expect(await rows()).toHaveLength(0);
});

it('lets nobody pass whom the bot check refuses, and blames nobody when it does not answer', async () => {
  const botCheck = [{ field: 'turnstileToken', code: 'botCheck' }];
  verdict = () => ({ verdict: 'refused', reasons: ['invalid-input-response'] });
  expect(await faultsOf(send())).toEqual(botCheck);
  verdict = () => ({ verdict: 'unavailable', reason: 'timeout' });
  expect(await faultsOf(send())).toMatchObject({ errorName: 'unavailable' });
  verdict = () => ({ verdict: 'passed' });
  expect(await faultsOf(send({ ...filled, turnstileToken: '' }))).toEqual(botCheck);
  expect(await faultsOf(send({ ...filled, website: 'http://spam.example' }))).toEqual(botCheck);
  expect(await rows()).toHaveLength(0);
});

it('lets a page without JavaScript use a ticket that is neither forged, fresh nor old, 20 times an hour in all', async () => {
  const without = { ...sender, mayUseTicket: true };
  const at = (ms: number) => openTicket(services, new Date(NOW.getTime() - ms));
  const withTicket = (ticket: string, key = 'k', from = without) =>
    faultsOf(send({ ...filled, turnstileToken: '', ticket, idempotency_key: key }, null, from));
  const visitorNo = (i: number) => ({ ...without, remoteIp: `203.0.113.${i}` });
  const refused = [{ field: 'turnstileToken', code: 'botCheck' }];
  expect(await withTicket(at(1_000))).toEqual(refused);
  expect(await withTicket(at(13 * 3_600_000))).toEqual(refused);
  expect(await withTicket(`${at(60_000)}x`)).toEqual(refused);
  expect(await withTicket(at(60_000), 'k', sender)).toEqual(refused);
  const tries = await Promise.all(Array.from({ length: 25 }, (_, i) => withTicket(at(60_000), `k${i}`, visitorNo(i))));
  expect(tries.filter((fault) => fault === null)).toHaveLength(20);
  expect(tries.filter((fault) => fault !== null)).toEqual(
    Array(5).fill(expect.objectContaining({ errorName: 'tooManyRequests' })),
  );
  expect((await waiting())[0]?.textBody).toContain('未經真人驗證');
});

it('takes a ticket once, of however many that show it, and so many an hour from one address', async () => {
  const at = (now: Date) => openTicket(services, new Date(now.getTime() - 60_000));
  const hourOn = new Date(NOW.getTime() + 3_600_000);
  const withTicket = (ticket: string, key: string, now = NOW) =>
    faultsOf(
      send({ ...filled, turnstileToken: '', ticket, idempotency_key: key }, null, {
        ...sender,
        now,
        mayUseTicket: true,
      }),
    );
  const ticket = at(NOW);
  const tries = await Promise.all(Array.from({ length: 10 }, (_, i) => withTicket(ticket, `k${i}`)));
  expect(tries.filter((fault) => fault === null)).toHaveLength(1);
  // Submitting the same form again is idempotent: nothing is sent, and nothing is refused.
  const first = tries.indexOf(null);
  expect(await withTicket(ticket, `k${first}`)).toBeNull();
  expect(await rows()).toHaveLength(1);
  for (let i = 0; i < 10; i++) await withTicket(at(NOW), `again${i}`);
  expect(await withTicket(at(NOW), 'one too many')).toMatchObject({ errorName: 'tooManyRequests' });
  expect(await withTicket(at(hourOn), 'an hour later', hourOn)).toBeNull();
});

it('makes an address wait that sends form after form', async () => {
  services.takeTurn = () => 30;
  expect(await faultsOf(send())).toMatchObject({ errorName: 'tooManyRequests', detail: { retry_after_seconds: 30 } });
});
