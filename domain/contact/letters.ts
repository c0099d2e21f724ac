import type { Readable } from 'node:stream';
import type { Db, Tx } from '#db/database.ts';
import { listAudit, recordAudit, type Hand } from '#domain/audit/audit.ts';
import { queueMail, unsentMails } from '#domain/mail/mail.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import type { FileStorage, RemovableFiles } from '#shared/outside/file-storage.ts';
import { answerMail, answerMailKey } from './contact.mail.ts';
import type { FormName, Outcome } from './contact.rules.ts';
import {
  countOpenLetters,
  deleteLetters,
  findAnswers,
  findHolders,
  findLetter,
  findLetters,
  findLettersBefore,
  findPicturesSince,
  insertAnswer,
  lockLetter,
  markAnswerMailed,
  updateLetter,
  type LetterFilter,
} from './letters.store.ts';

// What staff do with submissions: the letters of the desk.

const PAGE = 50;
const MAX_ANSWERS = 100;
const MAX_HOLDERS = 200;
const MAX_HISTORY = 100;
const CONTACT_MS = 5 * 60_000;
const DELETED_AT_ONCE = 500;

export async function listLetters(db: Db, filter: LetterFilter) {
  const [found, open] = await Promise.all([findLetters(db, filter, PAGE + 1), countOpenLetters(db)]);
  const items = found.slice(0, PAGE);
  return { items, open, nextBefore: found.length > PAGE ? (items.at(-1)?.letter.id ?? null) : null };
}

/** Letters that are not closed. */
export const countLetters = (db: Db): Promise<number> => countOpenLetters(db);

/** A letter with its answers, who may follow it up, and what was done with it, newest first. */
export async function openLetter(db: Db, id: number) {
  const found = await findLetter(db, id);
  if (found === null) throw new DomainError('dataNotFound', `there is no letter ${id}`);
  const [answers, holders, history] = await Promise.all([
    findAnswers(db, id, MAX_ANSWERS),
    findHolders(db, 'letters.answer', MAX_HOLDERS),
    listAudit(db, { subject: { kind: 'letter', id: String(id) } }, MAX_HISTORY),
  ]);
  const unsent = await unsentMails(
    db,
    answers.map(({ answer }) => answerMailKey(answer.id)),
  );
  return {
    ...found,
    answers: answers.map(({ answer, by }) => ({ answer, by, unsent: unsent.get(answerMailKey(answer.id)) ?? null })),
    holders,
    history,
  };
}

/** The picture of a letter. */
export async function letterPicture({ db, files }: { db: Db; files: FileStorage }, id: number): Promise<Readable> {
  const sha256 = (await findLetter(db, id))?.letter.pictureSha256 ?? null;
  const picture = sha256 === null ? undefined : await files.stream(sha256);
  if (picture === undefined) throw new DomainError('dataNotFound', `letter ${id} has no picture`);
  return picture;
}

/** Address and number of the sender, for five minutes after the caller stated a reason by `letters.see-contact`. */
export async function letterContact(db: Db, accountId: number, id: number, now: Date) {
  const from = new Date(now.getTime() - CONTACT_MS);
  const subject = { kind: 'letter', id: String(id) } as const;
  const asked = await listAudit(db, { action: 'letters.see-contact', subject, from }, MAX_HISTORY);
  if (!asked.some((event) => event.accountId === accountId && event.at > from))
    throw new DomainError('forbidden', 'a reason must be stated by letters.see-contact first');
  const found = await findLetter(db, id);
  if (found === null) throw new DomainError('dataNotFound', `there is no letter ${id}`);
  return { email: found.letter.fields['email'] || null, phone: found.letter.fields['phone'] || null };
}

async function demandLetter(tx: Tx, id: number) {
  const letter = await lockLetter(tx, id);
  if (letter === null) throw new DomainError('dataNotFound', `there is no letter ${id}`);
  return letter;
}

/** Locks a letter that nobody has answered, closed or reopened since the caller saw it. */
async function demandSeen(tx: Tx, { id, version }: Seen) {
  const letter = await demandLetter(tx, id);
  if (letter.version !== version) throw refused('letter-changed', { version: letter.version });
  return letter;
}

const actorOf = ({ accountId }: Hand): number => {
  if (accountId === undefined) throw new DomainError('forbidden', 'letters are handled by an account of the desk');
  return accountId;
};

export interface Seen {
  id: number;
  version: number;
}

/** Returns the former owner. */
export async function assignLetter(tx: Tx, hand: Hand, id: number, ownerId: number | null, now: Date) {
  const { ownerId: former } = await demandLetter(tx, id);
  if (ownerId !== null && !(await findHolders(tx, 'letters.answer', MAX_HOLDERS)).some((one) => one.id === ownerId))
    throw new DomainError('dataNotFound', `account ${ownerId} may not answer letters`);
  await updateLetter(tx, id, { ownerId });
  const states = { before: { owner: former }, after: { owner: ownerId } };
  await recordAudit(tx, hand, { action: 'letters.assign', subject: ['letter', id], ...states }, now);
  return former;
}

/** Stores an answer and queues its mail in the transaction, closing the letter if asked. */
export async function answerLetter(
  tx: Tx,
  { mailboxes }: { mailboxes: Record<FormName, string> },
  hand: Hand,
  { text, closes, ...seen }: Seen & { text: string; closes: boolean },
  now: Date,
): Promise<void> {
  const letter = await demandSeen(tx, seen);
  const { id, form, fields } = letter;
  if (letter.closedAt !== null) throw refused('letter-closed');
  const to = fields['email'];
  if (!to) throw refused('letter-has-no-address');
  const accountId = actorOf(hand);
  const answerId = await insertAnswer(tx, { submissionId: id, accountId, text, createdAt: now });
  await queueMail(tx, answerMail({ id, answerId, form, fields, text, to, replyTo: mailboxes[form] }));
  await updateLetter(tx, id, {
    version: letter.version + 1,
    ...(closes && { closedAt: now, closedBy: accountId, outcome: 'answered' as const }),
  });
  const after = { answer: answerId, state: closes ? 'closed' : 'open' };
  await recordAudit(tx, hand, { action: 'letters.answer', subject: ['letter', id], after }, now);
}

export async function closeLetter(
  tx: Tx,
  hand: Hand,
  { outcome, note, ...seen }: Seen & { outcome: Outcome; note: string },
  now: Date,
): Promise<void> {
  const { id, version, closedAt } = await demandSeen(tx, seen);
  if (closedAt !== null) throw refused('letter-closed');
  const closing = { closedAt: now, closedBy: actorOf(hand), outcome, closedNote: note || null };
  await updateLetter(tx, id, { version: version + 1, ...closing });
  const states = { before: { state: 'open' }, after: { state: 'closed', outcome } };
  await recordAudit(tx, hand, { action: 'letters.close', subject: ['letter', id], ...states }, now);
}

export async function reopenLetter(tx: Tx, hand: Hand, seen: Seen, now: Date): Promise<void> {
  const { id, version, closedAt } = await demandSeen(tx, seen);
  if (closedAt === null) throw refused('letter-open');
  const opening = { closedAt: null, closedBy: null, outcome: null, closedNote: null };
  await updateLetter(tx, id, { version: version + 1, ...opening });
  const states = { before: { state: 'closed' }, after: { state: 'open' } };
  await recordAudit(tx, hand, { action: 'letters.reopen', subject: ['letter', id], ...states }, now);
}

/** Records who asks for address and number; `letterContact` then returns them. */
export async function askForContact(tx: Tx, hand: Hand, id: number, now: Date): Promise<void> {
  await demandLetter(tx, id);
  const after = { minutes: CONTACT_MS / 60_000 };
  await recordAudit(tx, hand, { action: 'letters.see-contact', subject: ['letter', id], after }, now);
}

/** Called in the transaction that marks an answer's mail as sent. */
export const answerMailSent = (tx: Tx, { dedupeKey, sentAt }: { dedupeKey: string; sentAt: Date }): Promise<void> =>
  markAnswerMailed(tx, Number(dedupeKey.split(':')[1]), sentAt);

/**
 * Daily: deletes letters received before an instant, with their answers and pictures. A picture goes before its
 * letter, so that a run that was killed is completed by the next. Returns the number of letters.
 */
export async function forgetLetters({ db, files }: { db: Db; files: RemovableFiles }, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const old = await findLettersBefore(db, before, DELETED_AT_ONCE);
    const pictures = old.flatMap(({ pictureSha256 }) => pictureSha256 ?? []);
    // The same picture may have been sent with a later letter.
    const kept = await findPicturesSince(db, pictures, before);
    for (const name of pictures) if (!kept.has(name)) await files.remove(name);
    await deleteLetters(
      db,
      old.map(({ id }) => id),
    );
    deleted += old.length;
    if (old.length < DELETED_AT_ONCE) return deleted;
  }
}
