import type { Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueJob, SEARCH_INDEX } from '#db/outbox.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ContentType } from '#shared/enums.ts';
import { isPossibleId } from '#shared/ids.ts';
import { keptAs } from './archive-cut.ts';
import {
  listSectionIds,
  lockBroadcast,
  removeSuspension,
  saveSuspension,
  setState,
  type ReplayState,
} from './staff-actions.store.ts';
import type { SoundKeeper } from '#domain/archive/archive-services.ts';
import { ARCHIVE_TAG, archiveTag } from '#domain/archive/archive-tags.rules.ts';

export interface SoundRemover {
  removeSound(
    tx: Tx,
    span: { streamId: number; startsAt: Date; endsAt: Date; why: 'rights' | 'law' | 'error' },
  ): Promise<number>;
  restoreSound(tx: Tx, id: number): Promise<void>;
}

/** Ends playback in every process at once. */
export interface SoundEnder {
  /** Makes every process reload refused spans, including `hiddenReplays`. */
  tellRemovals(tx: Tx): Promise<unknown>;
  withdrawLeases(tx: Tx, span: { streamId: number; startsAt: Date; endsAt: Date }, now: Date): Promise<void>;
}

/** Purges pages and lists of a changed replay and queues its reindexing. */
export async function announce(tx: Tx, archiveId: number): Promise<void> {
  await purgePages(tx, [ARCHIVE_TAG, archiveTag(archiveId), 'search']);
  for (const itemId of await listSectionIds(tx, archiveId))
    await queueJob(tx, SEARCH_INDEX, { contentType: ContentType.PROGRAM_ARCHIVE_SECTION, itemId });
}

const ACTIONS = { ended: 'replays.hide', taken_down: 'replays.take-down', shown: 'replays.show' } as const;

/**
 * Sets a broadcast to ended (its page remains and says so), taken down (removed everywhere), or available again, until
 * an instant or indefinitely.
 */
export async function setReplay(
  tx: Tx,
  { sound, now }: { sound: SoundKeeper & SoundEnder; now: Date },
  hand: Hand,
  { archiveId, state, availableUntil }: { archiveId: number; state: ReplayState; availableUntil?: Date | null },
): Promise<{ archiveId: number; before: ReplayState }> {
  const row = isPossibleId(archiveId) ? await lockBroadcast(tx, archiveId) : undefined;
  if (row === undefined) throw new DomainError('dataNotFound', `broadcast ${archiveId} does not exist`);
  // Available again after expiry: indefinitely, unless a time is given.
  const isPast = row.availableUntil !== null && row.availableUntil <= now;
  const until = availableUntil === undefined && state === 'shown' && isPast ? null : availableUntil;
  await setState(tx, row.id, until === undefined ? { state } : { state, availableUntil: until });
  const { streamId, startsAt, endsAt } = row;
  const why = keptAs(row.id);
  if (state !== 'shown') await sound.withdrawLeases(tx, { streamId, startsAt, endsAt }, now);
  await sound.tellRemovals(tx);
  // A take-down may be reversed by a court or a licence, so its sound is kept until it expires.
  if (state === 'ended') await sound.releaseSound(tx, { streamId, why });
  if (state === 'shown')
    await sound.keepSound(tx, {
      streamId,
      startsAt,
      endsAt,
      why,
      keptUntil: until === undefined ? row.availableUntil : until,
    });
  const states = {
    before: { state: row.state, availableUntil: row.availableUntil },
    after: { state, availableUntil: until === undefined ? row.availableUntil : until },
  };
  await recordAudit(tx, hand, { action: ACTIONS[state], subject: ['replay', row.id], ...states }, now);
  await announce(tx, row.id);
  return { archiveId: row.id, before: row.state };
}

/** Removes a span of sound from all playback. Returns an id to restore it. */
export async function removeSpan(
  tx: Tx,
  { sound, now }: { sound: SoundRemover; now: Date },
  hand: Hand,
  span: { streamId: number; startsAt: Date; endsAt: Date; why: 'rights' | 'law' | 'error' },
): Promise<number> {
  if (!(span.endsAt > span.startsAt)) throw new DomainError('invalidParam', 'the span ends before it begins');
  const id = await sound.removeSound(tx, span);
  await recordAudit(tx, hand, { action: 'sound.remove', subject: ['removal', id], after: span }, now);
  await purgePages(tx, [ARCHIVE_TAG]);
  return id;
}

/** Restores a removed span. */
export async function restoreSpan(
  tx: Tx,
  { sound, now }: { sound: SoundRemover; now: Date },
  hand: Hand,
  id: number,
): Promise<void> {
  await sound.restoreSound(tx, id);
  await recordAudit(tx, hand, { action: 'sound.restore', subject: ['removal', id] }, now);
  await purgePages(tx, [ARCHIVE_TAG]);
}

/** Suspends a function with a message (code 20), or re-enables it with null. */
export async function setFunction(
  tx: Tx,
  { now }: { now: Date },
  hand: Hand,
  { name, message }: { name: string; message: string | null },
): Promise<void> {
  if (message === null && !(await removeSuspension(tx, name)))
    throw new DomainError('dataNotFound', `function "${name}" is not switched off`);
  if (message !== null) await saveSuspension(tx, name, message);
  const action = message === null ? 'functions.switch-on' : 'functions.switch-off';
  await recordAudit(tx, hand, { action, subject: ['function', name], after: { message } }, now);
}
