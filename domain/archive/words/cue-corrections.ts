import type { Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { followCorrection } from '#domain/archive/captions/captions.store.ts';
import { announce, getLockedBroadcast } from '#domain/archive/cutting/staff-actions.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { findCuesFrom, insertCue, MAX_CUE_MS, setCueWords, type SaidRow } from './transcripts.store.ts';

export interface CueCorrection {
  archiveId: number;
  /** A cue is identified by the instant of the stream at which it starts. */
  startsAt: Date;
  /** Needed to put a deleted cue back. */
  endsAt?: Date | undefined;
  /** As the editor saw them; empty: there is no cue. */
  wordsBefore: string;
  /** Empty: the cue is deleted. */
  words: string;
}

const conflict = (words: string | null): DomainError => refused('cue-changed', { words });

/** Inserts a cue that was deleted, unless one with its times is there. */
async function putBack(tx: Tx, cue: SaidRow & { streamId: number }): Promise<void> {
  const lengthMs = cue.endsAt.getTime() - cue.startsAt.getTime();
  if (!(lengthMs > 0 && lengthMs <= MAX_CUE_MS)) throw impossible('cue-end');
  const there = await findCuesFrom(tx, cue.streamId, cue.startsAt);
  const same = there.find(({ endsAt }) => endsAt.getTime() === cue.endsAt.getTime());
  if (same !== undefined) throw conflict(same.words);
  await insertCue(tx, cue);
}

/** Changes or deletes the cue that has the expected words. Returns its end. */
async function change(
  tx: Tx,
  streamId: number,
  { startsAt, wordsBefore, words }: Pick<CueCorrection, 'startsAt' | 'wordsBefore' | 'words'>,
): Promise<Date> {
  const there = await findCuesFrom(tx, streamId, startsAt);
  const cue = there.find((one) => one.words === wordsBefore);
  if (cue === undefined) throw conflict(there[0]?.words ?? null);
  await setCueWords(tx, cue.id, words);
  return cue.endsAt;
}

/**
 * Corrects the words of a cue. `conflict` with the present words (null: there is no cue) if they are not those that the
 * editor saw. Returns the end of the cue, by which a deleted one can be put back.
 */
export async function correctCue(
  tx: Tx,
  { now }: { now: Date },
  hand: Hand,
  { archiveId, endsAt, ...correction }: CueCorrection,
): Promise<{ archiveId: number; endsAt: Date }> {
  const { startsAt, wordsBefore, words } = correction;
  // Locks, so that two corrections are made one after the other.
  const { id, streamId, ...span } = await getLockedBroadcast(tx, archiveId);
  if (startsAt < span.startsAt || startsAt >= span.endsAt) throw impossible('cue-outside');
  if (words === wordsBefore) throw impossible('same-value');
  let until = endsAt ?? startsAt;
  if (wordsBefore === '') await putBack(tx, { streamId, startsAt, endsAt: until, words });
  else until = await change(tx, streamId, correction);
  await followCorrection(tx, streamId, startsAt, words);
  const subject = ['cue', `${id}/${startsAt.getTime()}`] as const;
  const values = { before: { words: wordsBefore }, after: { words } };
  await recordAudit(tx, hand, { action: 'archive.correct-cue', subject, ...values }, now);
  await announce(tx, id);
  return { archiveId: id, endsAt: until };
}
