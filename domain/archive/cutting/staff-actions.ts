import type { Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueJob, SEARCH_INDEX } from '#db/outbox.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible } from '#shared/staff/refusals.ts';
import { ContentType, isChannelId } from '#shared/enums.ts';
import { dateTimeHk, type DayHk } from '#shared/hk-time.ts';
import { isPossibleId } from '#shared/ids.ts';
import { keptAs, recutDay, type ArchiveChange, type CutContext } from './archive-cut.ts';
import {
  listSectionIds,
  listSectionIdsIn,
  lockBroadcast,
  removeSuspension,
  saveSuspension,
  setState,
  type ReplayState,
} from './staff-actions.store.ts';
import type { SoundKeeper, TapeKeeper } from '#domain/archive/archive-services.ts';
import { findSuspension } from '#domain/archive/archive.store.ts';
import type { SuspendableFunction } from '#domain/archive/suspendable-functions.rules.ts';
import { ARCHIVE_TAG, archiveTag } from '#domain/archive/archive-tags.rules.ts';

export interface RemovedSpan {
  streamId: number;
  startsAt: Date;
  endsAt: Date;
  why: 'rights' | 'law' | 'error';
}

export interface SoundRemover {
  /** Throws `dataNotFound` if the stream does not exist. */
  removeSound(tx: Tx, span: RemovedSpan): Promise<number>;
  /** Throws `dataNotFound` if it does not exist or is restored. */
  getRemoval(tx: Tx, id: number): Promise<RemovedSpan>;
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

/** The same for sound that was removed or restored. */
async function announceSpan(tx: Tx, span: Pick<RemovedSpan, 'streamId' | 'startsAt' | 'endsAt'>): Promise<void> {
  await purgePages(tx, [ARCHIVE_TAG, 'search']);
  for (const itemId of await listSectionIdsIn(tx, span))
    await queueJob(tx, SEARCH_INDEX, { contentType: ContentType.PROGRAM_ARCHIVE_SECTION, itemId });
}

const ACTIONS = { ended: 'archive.hide', taken_down: 'archive.take-down', shown: 'archive.show' } as const;

/** The broadcast of an id in any state, locked until the transaction ends. Throws `dataNotFound`. */
export async function getLockedBroadcast(tx: Tx, archiveId: number) {
  const row = isPossibleId(archiveId) ? await lockBroadcast(tx, archiveId) : undefined;
  if (row === undefined) throw new DomainError('dataNotFound', `broadcast ${archiveId} does not exist`);
  return row;
}

/** State of a broadcast, and the end of its availability. */
interface Availability {
  state: ReplayState;
  availableUntil: Date | null;
}

/**
 * Sets a broadcast to ended (its page remains and says so), taken down (removed everywhere), or available again, until
 * an instant or indefinitely.
 */
export async function setReplay(
  tx: Tx,
  { sound, now }: { sound: SoundKeeper & SoundEnder & TapeKeeper; now: Date },
  hand: Hand,
  {
    archiveId,
    state,
    availableUntil: given,
  }: { archiveId: number; state: ReplayState; availableUntil?: Date | null | undefined },
): Promise<{ archiveId: number; before: Availability; after: Availability }> {
  const row = await getLockedBroadcast(tx, archiveId);
  // Available again after expiry: indefinitely, unless a time is given.
  const isPast = row.availableUntil !== null && row.availableUntil <= now;
  const availableUntil = given === undefined ? (state === 'shown' && isPast ? null : row.availableUntil) : given;
  await setState(tx, row.id, { state, availableUntil });
  const { id, streamId, startsAt, endsAt } = row;
  const why = keptAs(id);
  if (state !== 'shown') await sound.withdrawLeases(tx, { streamId, startsAt, endsAt }, now);
  await sound.tellRemovals(tx);
  // A take-down may be reversed by a court or a licence, so its sound is kept until it expires.
  if (state === 'ended') await sound.releaseSound(tx, { streamId, why });
  if (state === 'shown') {
    // All of a tape is kept, so that its edges can move outwards again.
    const tape = isChannelId(streamId) ? null : await sound.tapeSpan(tx, streamId);
    await sound.keepSound(tx, { streamId, startsAt, endsAt, ...tape, why, keptUntil: availableUntil });
  }
  const before = { state: row.state, availableUntil: row.availableUntil };
  const after = { state, availableUntil };
  await recordAudit(tx, hand, { action: ACTIONS[state], subject: ['replay', id], before, after }, now);
  await announce(tx, id);
  return { archiveId: id, before, after };
}

/** Cuts a station day again by the current timetable and lists what changed, one line each. */
export async function recutDayByHand(tx: Tx, context: CutContext, hand: Hand, day: DayHk): Promise<string[]> {
  const changes = await recutDay(tx, context, day);
  const lineOf = ({ kind, archiveId, programId, streamId, startsAt, endsAt, into }: ArchiveChange, isNamed: boolean) =>
    `${kind}: ${isNamed ? `${archiveId} ` : ''}of programme ${programId} on ${streamId}, ${dateTimeHk(startsAt)} to ${dateTimeHk(endsAt)}${into === undefined ? '' : `, a part of ${into} now`}`;
  // Each run assigns another id to what it makes, so a preview cannot name it.
  const isKnown = ({ kind, into }: ArchiveChange) =>
    kind !== 'made' && !changes.some((other) => other.kind === 'made' && other.archiveId === into);
  const shown = changes.map((change) =>
    isKnown(change) ? lineOf(change, true) : lineOf({ ...change, into: undefined }, change.kind !== 'made'),
  );
  const entry = { action: 'archive.recut', subject: ['station-day', day], after: { changes: shown } } as const;
  await recordAudit(tx, hand, entry, context.now);
  return changes.map((change) => lineOf(change, true));
}

/** Removes a span from all playback as of commit. Returns the id by which it can be restored. */
export async function removeSpan(
  tx: Tx,
  { sound, now }: { sound: SoundRemover; now: Date },
  hand: Hand,
  span: RemovedSpan,
): Promise<number> {
  if (!(span.endsAt > span.startsAt)) throw impossible('span-backwards');
  const id = await sound.removeSound(tx, span);
  await recordAudit(tx, hand, { action: 'archive.remove-span', subject: ['removal', id], after: { ...span } }, now);
  await announceSpan(tx, span);
  return id;
}

/** Restores a removed span. */
export async function restoreSpan(
  tx: Tx,
  { sound, now }: { sound: SoundRemover; now: Date },
  hand: Hand,
  id: number,
): Promise<RemovedSpan> {
  const { streamId, startsAt, endsAt, why } = await sound.getRemoval(tx, id);
  const span = { streamId, startsAt, endsAt, why };
  await sound.restoreSound(tx, id);
  await recordAudit(tx, hand, { action: 'archive.restore-span', subject: ['removal', id], before: span }, now);
  await announceSpan(tx, span);
  return span;
}

/** Suspends a function with a message (code 20), or re-enables it with null. Returns the former message, if any. */
export async function setFunction(
  tx: Tx,
  { now }: { now: Date },
  hand: Hand,
  { name, message }: { name: SuspendableFunction; message: string | null },
): Promise<string | null> {
  const former = (await findSuspension(tx, name)) ?? null;
  if (message === null && !(await removeSuspension(tx, name)))
    throw new DomainError('dataNotFound', `function "${name}" is not switched off`);
  if (message !== null) await saveSuspension(tx, name, message);
  const action = message === null ? 'functions.switch-on' : 'functions.switch-off';
  const values = { before: { message: former }, after: { message } };
  await recordAudit(tx, hand, { action, subject: ['function', name], ...values }, now);
  return former;
}
