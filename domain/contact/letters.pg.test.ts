import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditEvents } from '#db/tables/audit.ts';
import { submissionAnswers, submissions } from '#db/tables/contact.ts';
import { mails } from '#db/tables/mail.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { letterActions } from './contact.actions.ts';
import { answerMailSent, forgetLetters } from './letters.ts';

const folder = mkdtempSync(join(tmpdir(), 'letters-'));
const files = createFileStorage(folder);
let desk: OpenDesk;
let support: Person;
let editor: typeof support;
const mailboxes = { contact: 'contact@radio.example', lostproperty: 'traffic@radio.example' };
const EMAIL = 'chan@example.com';
const PHONE = '91234567';
const ANSWER = '多謝你的意見';
beforeAll(async () => {
  desk = await openTestDesk({ actions: letterActions({ mailboxes }), runtime: { contact: { files } } });
});
beforeEach(async () => {
  await desk.db.delete(submissions);
  await desk.db.delete(mails);
  support = await desk.enter('support');
  editor = await desk.enter('editor');
});
afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true });
});

let letters = 0;
async function letter(fields: Record<string, string> = {}): Promise<number> {
  const [row] = await desk.db
    .insert(submissions)
    .values({
      form: 'contact',
      fields: { topic: 'correction', name: '陳大文', email: EMAIL, phone: PHONE, message: '第二段日期錯了', ...fields },
      idempotencyKey: `letter-${(letters += 1)}`,
    })
    .returning({ id: submissions.id });
  return row!.id;
}
const answer = (id: number, by = support, over: object = {}) =>
  desk.act('letters.answer', { letter_id: id, version: 0, text: ANSWER, close: true, ...over }, { cookie: by.cookie });
const rowOf = async (id: number) => (await desk.db.select().from(submissions).where(eq(submissions.id, id)))[0]!;

it('mails an answer once, with the closing of its letter, from two staff who answer at once', async () => {
  const id = await letter();
  const replies = await Promise.all([answer(id), answer(id, editor)]);
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const queued = await desk.db.select().from(mails);
  expect(queued).toHaveLength(1);
  expect(queued[0]).toMatchObject({ recipient: EMAIL, replyTo: mailboxes.contact });
  expect(queued[0]!.textBody).toContain(ANSWER);
  expect(queued[0]!.textBody).toContain('第二段日期錯了');
  expect(await rowOf(id)).toMatchObject({ version: 1, outcome: 'answered' });
  const { dedupeKey } = queued[0]!;
  await desk.db.transaction((tx) => answerMailSent(tx, { dedupeKey, sentAt: desk.clock.now }));
  expect(await desk.db.select().from(submissionAnswers)).toMatchObject([{ mailedAt: desk.clock.now }]);
});

it('says of an answer whether its mail waits, is tried again, was given up or was sent', async () => {
  const id = await letter();
  await answer(id);
  const [mail] = await desk.db.select().from(mails);
  const shown = async () => {
    const { response } = await desk.call(`/api/staff/letters/${id}`, { cookie: support.cookie });
    return (response as { answers: { unsent: string | null }[] }).answers[0]!.unsent;
  };
  expect(await shown()).toBe('waiting');
  await desk.db.update(mails).set({ attempts: 1 });
  expect(await shown()).toBe('retried');
  await desk.db.update(mails).set({ attempts: 60 });
  expect(await shown()).toBe('given-up');
  await desk.db.transaction(async (tx) => {
    await tx.update(mails).set({ sentAt: desk.clock.now });
    await answerMailSent(tx, { dedupeKey: mail!.dedupeKey, sentAt: desk.clock.now });
  });
  expect(await shown()).toBe(null);
});

it('deletes letters after two years, with the pictures that no later letter has, and shows a picture until then', async () => {
  const [old, recent] = [await letter(), await letter()];
  const [shared, alone] = [await files.put(Buffer.from('shared')), await files.put(Buffer.from('alone'))];
  await desk.db.update(submissions).set({ pictureSha256: shared });
  const second = await letter();
  const picture = (one: number) =>
    desk.app.inject({ url: `/api/staff/letters/${one}/picture`, headers: { cookie: support.cookie } });
  await desk.db.update(submissions).set({ pictureSha256: alone }).where(eq(submissions.id, second));
  expect((await picture(second)).body).toBe('alone');
  const { now } = desk.clock;
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await desk.db
    .update(submissions)
    .set({ createdAt: ago(731) })
    .where(ne(submissions.id, recent));
  await desk.db
    .update(submissions)
    .set({ createdAt: ago(729) })
    .where(eq(submissions.id, recent));
  expect(await forgetLetters({ db: desk.db, files }, ago(730))).toBe(2);
  const left = await desk.db.select({ id: submissions.id }).from(submissions);
  expect(left).toEqual([{ id: recent }]);
  expect([await files.has(shared), await files.has(alone)]).toEqual([true, false]);
  expect((await picture(old)).statusCode).toBe(404);
});

it('refuses an answer to who left no address, and one without words, and keeps nothing of either', async () => {
  const id = await letter({ email: '' });
  expect((await answer(id)).status).toBe(409);
  expect((await answer(await letter(), support, { text: ' ' })).status).toBe(400);
  expect(await desk.db.select().from(mails)).toEqual([]);
  expect(await desk.db.select().from(submissionAnswers)).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ version: 0, closedAt: null });
});

it('shows address and number to who stated a reason, for five minutes, and to nobody else', async () => {
  const id = await letter();
  for (const path of ['/api/staff/letters', `/api/staff/letters/${id}`]) {
    const shown = JSON.stringify(await desk.call(path, { cookie: support.cookie }));
    expect(shown).toContain('陳大文');
    expect(shown).not.toContain(EMAIL);
    expect(shown).not.toContain(PHONE);
  }
  const contact = (by = support) => desk.call(`/api/staff/letters/${id}/contact`, { cookie: by.cookie });
  expect((await contact()).status).toBe(403);
  await desk.act('letters.see-contact', { letter_id: id }, { cookie: support.cookie, reason: 'to ring back' });
  expect((await contact()).response).toEqual({ email: EMAIL, phone: PHONE });
  expect((await contact(editor)).status).toBe(403);
  const asked = desk.clock.now;
  desk.clock.now = new Date(asked.getTime() + 5 * 60_000);
  expect((await contact()).status).toBe(403);
  desk.clock.now = asked;
});

it('opens letters and pictures to nobody without the permission', async () => {
  const id = await letter();
  const engineer = await desk.enter('engineer');
  const limited = await desk.enter('editor', { kind: 'channel', id: '881' });
  for (const path of ['', `/${id}`, `/${id}/picture`, `/${id}/contact`])
    for (const { cookie } of [engineer, limited])
      expect((await desk.call(`/api/staff/letters${path}`, { cookie })).status).toBe(403);
});

it('gives a letter to who may answer it only, closes it with an outcome, and reopens it', async () => {
  const id = await letter();
  const { cookie } = support;
  const engineer = await desk.enter('engineer');
  const assign = (accountId: number) =>
    desk.act('letters.assign', { letter_id: id, account_id: accountId }, { cookie });
  expect((await assign(engineer.id)).status).toBe(404);
  expect((await assign(editor.id)).status).toBe(200);
  expect((await rowOf(id)).ownerId).toBe(editor.id);
  const seen = { letter_id: id, version: 0 };
  expect((await desk.act('letters.close', { ...seen, outcome: 'passed-on' }, { cookie })).status).toBe(200);
  expect((await desk.act('letters.reopen', seen, { cookie })).status).toBe(409);
  expect((await desk.act('letters.reopen', { ...seen, version: 1 }, { cookie })).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ version: 2, closedAt: null, outcome: null });
});

it('has no words, address or number in the audit, and deletes answers with their letter', async () => {
  const id = await letter();
  await answer(id, support, { close: false });
  await desk.act(
    'letters.close',
    { letter_id: id, version: 1, outcome: 'answered', note: 'rang 91234567' },
    { cookie: support.cookie },
  );
  const recorded = JSON.stringify(await desk.db.select().from(auditEvents));
  for (const secret of [EMAIL, PHONE, ANSWER, '陳大文', '第二段']) expect(recorded).not.toContain(secret);
  await desk.db.delete(submissions).where(eq(submissions.id, id));
  expect(await desk.db.select().from(submissionAnswers)).toEqual([]);
});
