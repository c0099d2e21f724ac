import type { Db, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import type { ChannelId } from '#shared/enums.ts';
import { isForAir } from './contact.rules.ts';
import { findStudioLetters, lockLetter, updateLetter } from './letters.store.ts';

// Letters that staff let through to the screens of a studio. A screen shows the name as the writer signed and the words.

const ADDRESSES = /[\w.+%-]{1,80}[@＠][\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/g;
const NUMBERS = /(?<![0-9０-９])(?:[+＋]?852[ -]?)?[0-9０-９]{4}[ -]?[0-9０-９]{4}(?![0-9０-９])/g;

/** A text without the addresses and numbers that its writer put into it. */
const withoutContact = (text: string): string => text.replace(ADDRESSES, '…').replace(NUMBERS, '…');

/** Lets a letter through to the screens of one channel, as not yet read. Returns the channel that had it before. */
export async function letThrough(
  tx: Tx,
  hand: Hand,
  { id, channelId }: { id: number; channelId: ChannelId },
  now: Date,
): Promise<ChannelId | null> {
  const letter = await lockLetter(tx, id);
  if (letter === null) throw new DomainError('dataNotFound', `there is no letter ${id}`);
  if (!isForAir(letter.form, letter.fields['topic'])) throw refused('letter-not-for-air');
  const former = letter.studioChannelId;
  await updateLetter(tx, id, { studioChannelId: channelId, letThroughAt: now, readOutAt: null });
  const states = { before: { channel: former }, after: { channel: channelId } };
  await recordAudit(tx, hand, { action: 'letters.let-through', subject: ['letter', id], ...states }, now);
  return former;
}

/** Withdraws a letter from the screens. Returns the channel that had it. */
export async function keepBack(tx: Tx, hand: Hand, id: number, now: Date): Promise<ChannelId> {
  const letter = await lockLetter(tx, id);
  if (letter === null) throw new DomainError('dataNotFound', `there is no letter ${id}`);
  const former = letter.studioChannelId;
  if (former === null) throw refused('letter-not-in-studio');
  await updateLetter(tx, id, { studioChannelId: null, letThroughAt: null, readOutAt: null });
  const states = { before: { channel: former }, after: { channel: null } };
  await recordAudit(tx, hand, { action: 'letters.keep-back', subject: ['letter', id], ...states }, now);
  return former;
}

/** Letters that were let through to a channel, newest first. */
export async function listStudioLetters(db: Db, channelId: ChannelId, limit: number) {
  return (await findStudioLetters(db, channelId, limit)).map(({ id, fields, letThroughAt, readOutAt }) => ({
    id,
    name: withoutContact(fields['name'] ?? ''),
    text: withoutContact(fields['message'] ?? ''),
    letThroughAt,
    readOutAt,
  }));
}

/**
 * Notes that a letter was read on a channel. Throws `dataNotFound` unless it is there. Null: that it was not, if it is still there.
 */
export async function noteReadOut(
  tx: Tx,
  { id, channelId }: { id: number; channelId: ChannelId },
  readOutAt: Date | null,
): Promise<void> {
  const letter = await lockLetter(tx, id);
  if (letter?.studioChannelId !== channelId) {
    // It was withdrawn meanwhile, or sent to another channel.
    if (readOutAt === null) return;
    throw new DomainError('dataNotFound', `letter ${id} was not let through to channel ${channelId}`);
  }
  await updateLetter(tx, id, { readOutAt });
}
