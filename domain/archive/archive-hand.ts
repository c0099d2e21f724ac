import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueJob, SEARCH_INDEX } from '#db/outbox.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ContentType } from '#shared/enums.ts';
import { isPossibleId } from '#shared/ids.ts';
import { keptAs } from './archive-cut.ts';
import {
  endOverdue,
  listHidden,
  listSectionIds,
  lockBroadcast,
  removeSuspension,
  saveSuspension,
  setState,
  writeAudit,
  type ReplayState,
} from './archive-hand.store.ts';
import type { SoundKeeper } from './archive-services.ts';
import { ARCHIVE_TAG, archiveTag } from './archive-tags.rules.ts';

/** Who changes something by hand, and why: written down with it. */
export interface Hand {
  who: string;
  why: string;
}

export interface SoundRemover {
  removeSound(
    tx: Tx,
    span: { streamId: number; startsAt: Date; endsAt: Date; why: 'rights' | 'law' | 'error' },
  ): Promise<number>;
  restoreSound(tx: Tx, id: number): Promise<void>;
}

/** Ends what plays, in every process and at once. */
export interface SoundEnder {
  /** Has every process read anew what nobody may hear, `hiddenReplays` among it. */
  tellRemovals(tx: Tx): Promise<unknown>;
  withdrawLeases(tx: Tx, span: { streamId: number; startsAt: Date; endsAt: Date }, now: Date): Promise<void>;
}

/** Writes down what a hand does, in the transaction that does it. */
export async function audit(
  tx: Tx,
  { who, why }: Hand,
  action: string,
  detail: Record<string, unknown>,
  now: Date,
): Promise<void> {
  if (who.trim() === '' || why.trim() === '') throw new DomainError('invalidParam', 'say who and why');
  await writeAudit(tx, { at: now, who: who.trim(), why: why.trim(), action, detail });
}

/** Tells pages, lists and the index of a replay of which there is other word now. */
export async function announce(tx: Tx, archiveId: number): Promise<void> {
  await purgePages(tx, [ARCHIVE_TAG, archiveTag(archiveId), 'search']);
  for (const itemId of await listSectionIds(tx, archiveId))
    await queueJob(tx, SEARCH_INDEX, { contentType: ContentType.PROGRAM_ARCHIVE_SECTION, itemId });
}

/**
 * Says of a broadcast that it has ended (its page stays and says so), that it was taken down (no word of it anywhere), or
 * that it is heard again, until an instant or for good.
 */
export async function setReplay(
  tx: Tx,
  { sound, now }: { sound: SoundKeeper & SoundEnder; now: Date },
  hand: Hand,
  { archiveId, state, availableUntil }: { archiveId: number; state: ReplayState; availableUntil?: Date | null },
): Promise<{ archiveId: number; before: ReplayState }> {
  const row = isPossibleId(archiveId) ? await lockBroadcast(tx, archiveId) : undefined;
  if (row === undefined) throw new DomainError('dataNotFound', `there is no broadcast ${archiveId}`);
  // Heard again after its time was up: for good, unless it is said for how long.
  const isPast = row.availableUntil !== null && row.availableUntil <= now;
  const until = availableUntil === undefined && state === 'shown' && isPast ? null : availableUntil;
  await setState(tx, row.id, until === undefined ? { state } : { state, availableUntil: until });
  const { streamId, startsAt, endsAt } = row;
  const why = keptAs(row.id);
  if (state !== 'shown') await sound.withdrawLeases(tx, { streamId, startsAt, endsAt }, now);
  await sound.tellRemovals(tx);
  // What was taken down may have to come back, before a court or by a licence: its sound stays until its time is up.
  if (state === 'ended') await sound.releaseSound(tx, { streamId, why });
  if (state === 'shown')
    await sound.keepSound(tx, {
      streamId,
      startsAt,
      endsAt,
      why,
      keptUntil: until === undefined ? row.availableUntil : until,
    });
  await audit(
    tx,
    hand,
    `replay ${state}`,
    { archiveId: row.id, before: row.state, availableUntil: until ?? null },
    now,
  );
  await announce(tx, row.id);
  return { archiveId: row.id, before: row.state };
}

/** Takes a span of sound out of everything that plays it. Its number brings it back. */
export async function removeSpan(
  tx: Tx,
  { sound, now }: { sound: SoundRemover; now: Date },
  hand: Hand,
  span: { streamId: number; startsAt: Date; endsAt: Date; why: 'rights' | 'law' | 'error' },
): Promise<number> {
  if (!(span.endsAt > span.startsAt)) throw new DomainError('invalidParam', 'the span ends before it begins');
  const id = await sound.removeSound(tx, span);
  await audit(tx, hand, 'remove sound', { id, ...span }, now);
  await purgePages(tx, [ARCHIVE_TAG]);
  return id;
}

/** Brings a span back that was taken out. */
export async function restoreSpan(
  tx: Tx,
  { sound, now }: { sound: SoundRemover; now: Date },
  hand: Hand,
  id: number,
): Promise<void> {
  await sound.restoreSound(tx, id);
  await audit(tx, hand, 'restore sound', { id }, now);
  await purgePages(tx, [ARCHIVE_TAG]);
}

/** Switches a function off with what is said of it (code 20), or on again with null. */
export async function setFunction(
  tx: Tx,
  { now }: { now: Date },
  hand: Hand,
  { name, message }: { name: string; message: string | null },
): Promise<void> {
  if (message === null && !(await removeSuspension(tx, name)))
    throw new DomainError('dataNotFound', `${name} is not switched off`);
  if (message !== null) await saveSuspension(tx, name, message);
  await audit(tx, hand, message === null ? 'switch on' : 'switch off', { name, message }, now);
}

/** Clock: says of replays whose time is up that they have ended. */
export async function endReplays({
  db,
  sound,
  now,
}: {
  db: Db;
  sound: Pick<SoundEnder, 'tellRemovals'>;
  now: Date;
}): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await endOverdue(tx, now);
    for (const { id } of ended) await announce(tx, id);
    if (ended.length > 0) await sound.tellRemovals(tx);
    return ended.length;
  });
}

/** What every process that serves sound refuses: replays that were hidden while addresses for them may still be about. */
export const hiddenReplays = (db: Db) => listHidden(db);
