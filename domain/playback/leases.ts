import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { holdsSlot, isOfPlan, poolOf, type EndedWhy } from './leases.rules.ts';
import {
  endLeases,
  findLease,
  findOpenLeases,
  findSuccessor,
  insertLease,
  isLease,
  isOfDevices,
  isOfMember,
  isWithoutSession,
  lockFree,
  lockMember,
  lockSession,
  overlaps,
  putLeases,
  raiseRemoteSerial,
  touchLease,
  updateLease,
  type LeaseRow,
} from './leases.store.ts';

/** A device playing a span of a stream. */
export interface Lease {
  id: string;
  epoch: number;
  memberId: number;
  sessionId: number;
  deviceName: string;
  streamId: number;
  startsAt: Date;
  endsAt: Date;
  /** When its device took the slot. */
  startedAt: Date;
  isPaused: boolean;
}

export interface Span {
  streamId: number;
  startsAt: Date;
  endsAt: Date;
}

const leaseOf = ({ pausedAt, ...row }: LeaseRow): Lease => ({
  id: row.id,
  epoch: row.epoch,
  memberId: row.memberId,
  sessionId: row.sessionId,
  deviceName: row.deviceName,
  streamId: row.streamId,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  startedAt: row.startedAt,
  isPaused: pausedAt !== null,
});

/** The slots of those who play by one plan, counted together besides each member's own. */
export interface SharedSlots {
  /** The payer, whose row serialises them. */
  ownerId: number;
  /** Names by member. */
  people: ReadonlyMap<number, string>;
  maxDevices: number;
}

/** The slots that a member shares; null if none. */
export type SharedSlotsOf = (db: Db, memberId: number, now: Date) => Promise<SharedSlots | null>;

/** A refused device may take over one of `playing`. Of others in the family it learns who and since when, not what. */
const noSlotFree = (holders: readonly LeaseRow[], others: readonly LeaseRow[] = [], shared?: SharedSlots | null) =>
  new DomainError('tooManyDevices', {
    ...(others.length > 0 && {
      family: others.map(({ memberId, deviceName, startedAt }) => ({
        name: shared?.people.get(memberId) ?? '',
        device_name: deviceName,
        started_ts: startedAt.getTime() / 1000,
      })),
    }),
    playing: holders.map(({ id, epoch, deviceName, startedAt }) => ({
      lease_id: id,
      epoch,
      device_name: deviceName,
      started_ts: startedAt.getTime() / 1000,
    })),
  });

async function openLeasesLocked(
  tx: Tx,
  { memberId, sessionId }: { memberId: number; sessionId: number },
  shared?: SharedSlots | null,
): Promise<LeaseRow[]> {
  const ids = shared ? [memberId, shared.ownerId].toSorted((a, b) => a - b) : [memberId];
  const locked = new Set<number>();
  for (const id of new Set(ids)) if (await lockMember(tx, id)) locked.add(id);
  if (!locked.has(memberId) || !(await lockSession(tx, sessionId, memberId))) throw new DomainError('notAuthenticated');
  return findOpenLeases(tx, [memberId]);
}

/** What others play by the same plan. */
async function othersPlaying(
  tx: Tx,
  memberId: number,
  shared: SharedSlots | null | undefined,
  now: Date,
): Promise<LeaseRow[]> {
  const others = [...(shared?.people.keys() ?? [])].filter((id) => id !== memberId);
  const open = others.length > 0 ? await findOpenLeases(tx, others) : [];
  return open.filter((lease) => holdsSlot(lease, now) && isOfPlan(lease.streamId));
}

/** A device's request for a slot. */
export interface LeaseRequest extends Span {
  memberId: number;
  sessionId: number;
  device: { key: string; name: string };
  maxDevices: number;
  /** For a replay played by a family plan. */
  shared?: SharedSlots | null;
  now: Date;
}

/** A device's state among its member's open leases. */
function standingOf(open: readonly LeaseRow[], { sessionId, device, streamId, now }: LeaseRequest) {
  // A device key alone could be copied; a session has a cookie that scripts cannot read.
  const mine = open.find((lease) => lease.sessionId === sessionId && lease.deviceKey === device.key);
  const pool = poolOf(streamId);
  const inPool = open.filter((lease) => holdsSlot(lease, now) && poolOf(lease.streamId) === pool);
  return { mine, isHolder: mine !== undefined && inPool.includes(mine), holders: inPool.filter((one) => one !== mine) };
}

/**
 * Assigns a device one of its member's slots for a span; for an event, one of its tickets' slots. Returns how many are
 * then taken. A device with a slot keeps it under the next epoch. Throws 121003 with the playing devices if none is
 * free; the next try can name one to take over, and gets a new list if that one has ended or moved on meanwhile.
 */
export async function startLeaseWithin(
  tx: Tx,
  { takeOver, ...asked }: LeaseRequest & { takeOver?: { leaseId: string; epoch: number } | undefined },
): Promise<{ lease: Lease; playing: number }> {
  const { memberId, sessionId, device, maxDevices, shared, streamId, startsAt, endsAt, now } = asked;
  const open = await openLeasesLocked(tx, { memberId, sessionId }, shared);
  const { mine, isHolder, holders } = standingOf(open, asked);
  const taken = takeOver && holders.find(({ id, epoch }) => id === takeOver.leaseId && epoch === takeOver.epoch);
  if (taken) await endLeases(tx, isLease(taken.id, memberId), { why: 'taken_over', now });
  else if (!isHolder && holders.length >= maxDevices) throw noSlotFree(holders);
  const isSharing = isHolder && mine !== undefined && isOfPlan(mine.streamId);
  if (shared && !isSharing) {
    const others = await othersPlaying(tx, memberId, shared, now);
    const own = holders.filter((lease) => lease !== taken && isOfPlan(lease.streamId));
    if (own.length + others.length >= shared.maxDevices) throw noSlotFree(holders, others, shared);
  }
  const plays = { streamId, startsAt, endsAt, deviceName: device.name, renewedAt: now, pausedAt: null };
  const lease = mine
    ? await updateLease(tx, mine.id, {
        ...plays,
        epoch: mine.epoch + 1,
        remoteSerial: mine.remoteSerial + 1,
        ...(isHolder ? {} : { startedAt: now }),
      })
    : await insertLease(tx, {
        ...plays,
        id: randomUUID(),
        memberId,
        sessionId,
        deviceKey: device.key,
        startedAt: now,
      });
  return { lease: leaseOf(lease), playing: holders.length - (taken ? 1 : 0) + 1 };
}

/**
 * Same, for a device of each of many members, in the simple case: its member and session are not locked by others, a
 * slot is free, and `list` accepts the device. Others are omitted from the result and unchanged; `startLeaseWithin`
 * gives the reason. `list` receives the candidates and returns the members it accepted.
 */
export async function startLeasesWithin(
  tx: Tx,
  asked: readonly LeaseRequest[],
  list: (tx: Tx, fit: readonly LeaseRequest[]) => Promise<ReadonlySet<number>>,
): Promise<ReadonlyMap<number, { lease: Pick<Lease, 'id' | 'epoch'>; playing: number }>> {
  const free = await lockFree(tx, asked);
  const open = Map.groupBy(await findOpenLeases(tx, [...free]), ({ memberId }) => memberId);
  const fit = asked
    .filter(({ memberId }) => free.has(memberId))
    .map((one) => ({ one, ...standingOf(open.get(one.memberId) ?? [], one) }))
    .filter(({ one, isHolder, holders }) => isHolder || holders.length < one.maxDevices);
  if (fit.length === 0) return new Map();
  const listed = await list(
    tx,
    fit.map(({ one }) => one),
  );
  const begun = fit.filter(({ one }) => listed.has(one.memberId));
  const put = await putLeases(
    tx,
    begun.map(({ one: { device, now, ...span }, mine, isHolder }) => ({
      ...span,
      id: mine?.id ?? randomUUID(),
      epoch: (mine?.epoch ?? 0) + 1,
      deviceKey: device.key,
      deviceName: device.name,
      startedAt: isHolder && mine ? mine.startedAt : now,
      renewedAt: now,
    })),
  );
  const leases = new Map(put.map((lease) => [lease.memberId, lease]));
  return new Map(
    begun.flatMap(({ one: { memberId }, holders }) => {
      const lease = leases.get(memberId);
      return lease ? [[memberId, { lease, playing: holders.length + 1 }] as const] : [];
    }),
  );
}

/** Same, in its own transaction. @internal For tests. */
export const startLease = (
  db: Db,
  asked: Parameters<typeof startLeaseWithin>[1],
): ReturnType<typeof startLeaseWithin> => db.transaction((tx) => startLeaseWithin(tx, asked));

/** Why a lease cannot continue. */
async function lossOf(db: Db, lost: LeaseRow): Promise<DomainError> {
  if (lost.endedWhy === 'withdrawn') return new DomainError('noRightToPlay');
  const { memberId, id, endedAt } = lost;
  const successor =
    lost.endedWhy === 'taken_over' && endedAt ? await findSuccessor(db, { memberId, id, endedAt }) : undefined;
  return new DomainError('leaseLost', { why: lost.endedWhy ?? 'moved', device_name: successor?.deviceName ?? null });
}

const sharesNothing: SharedSlotsOf = () => Promise.resolve(null);

/** Gives a lapsed lease a slot again, if one is free. */
async function comeBack(
  tx: Tx,
  lapsed: LeaseRow,
  { maxDevices, sharedOf, now }: { maxDevices: number; sharedOf: SharedSlotsOf; now: Date },
) {
  const shared = isOfPlan(lapsed.streamId) ? await sharedOf(tx, lapsed.memberId, now) : null;
  const open = await openLeasesLocked(tx, lapsed, shared);
  const mine = open.find(({ id, epoch }) => id === lapsed.id && epoch === lapsed.epoch);
  // It ended or moved on while waiting for the lock.
  if (!mine) throw await lossOf(tx, (await findLease(tx, lapsed.id)) ?? lapsed);
  if (holdsSlot(mine, now)) return mine;
  const pool = poolOf(mine.streamId);
  const holders = open.filter((lease) => lease !== mine && holdsSlot(lease, now) && poolOf(lease.streamId) === pool);
  // The number of tickets is known only when a lease is started: a lapsed event lease returns only if nothing else
  // plays the event.
  if (holders.length >= (pool === 0 ? maxDevices : 1)) throw noSlotFree(holders);
  const others = await othersPlaying(tx, lapsed.memberId, shared, now);
  const own = holders.filter(({ streamId }) => isOfPlan(streamId));
  if (shared && own.length + others.length >= shared.maxDevices) throw noSlotFree(holders, others, shared);
  return updateLease(tx, mine.id, { renewedAt: now, pausedAt: null, startedAt: now });
}

/**
 * Renews a device's lease, playing or paused. Throws 121003 if the lease was lost, with reason and device, or if it
 * lapsed and no slot is free, with the playing devices; 121001 if withdrawn; 6 if it is not this session's.
 */
export async function renewLease(
  db: Db,
  {
    memberId,
    sessionId,
    leaseId,
    epoch,
    isPaused,
    maxDevices,
    sharedOf = sharesNothing,
    now,
  }: {
    memberId: number;
    sessionId: number;
    leaseId: string;
    epoch: number;
    isPaused: boolean;
    maxDevices: number;
    sharedOf?: SharedSlotsOf;
    now: Date;
  },
): Promise<{ lease: Lease }> {
  const touched = await touchLease(db, { id: leaseId, isPaused, now, by: { memberId, sessionId, epoch } });
  if (touched) return { lease: leaseOf(touched) };
  const found = await findLease(db, leaseId);
  if (found?.memberId !== memberId || found.sessionId !== sessionId) throw new DomainError('dataNotFound');
  if (found.endedAt !== null || found.epoch !== epoch) throw await lossOf(db, found);
  return { lease: leaseOf(await db.transaction((tx) => comeBack(tx, found, { maxDevices, sharedOf, now }))) };
}

/**
 * Same for another machine, which only requests segments. If its slot is taken, the lease ends and every process is
 * notified. False if it ended or a newer remote grant was signed.
 */
export async function renewRemoteLease(
  db: Db,
  {
    leaseId,
    remoteSerial,
    maxDevices,
    sharedOf = sharesNothing,
    now,
  }: { leaseId: string; remoteSerial: number; maxDevices: number; sharedOf?: SharedSlotsOf; now: Date },
): Promise<boolean> {
  if (await touchLease(db, { id: leaseId, isPaused: false, now, remoteSerial })) return true;
  const found = await findLease(db, leaseId);
  if (!found || found.endedAt !== null || found.remoteSerial !== remoteSerial) return false;
  try {
    await db.transaction((tx) => comeBack(tx, found, { maxDevices, sharedOf, now }));
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const why = error.errorName === 'notAuthenticated' ? 'logged_out' : 'taken_over';
    await endLeases(db, isLease(leaseId, found.memberId), { why, now });
    return false;
  }
}

/**
 * The serial of a new remote grant, which invalidates the previous one. Throws 121003 if the lease was lost, 121001 if
 * withdrawn.
 */
export async function nextRemoteSerial(db: Db, { id, epoch }: Pick<Lease, 'id' | 'epoch'>): Promise<number> {
  const serial = await raiseRemoteSerial(db, id, epoch);
  if (serial !== undefined) return serial;
  const lost = await findLease(db, id);
  throw lost ? await lossOf(db, lost) : new DomainError('dataNotFound');
}

/** The stream of a lease; undefined if there is none. */
export const streamOfLease = async (db: Db, id: string): Promise<number | undefined> =>
  (await findLease(db, id))?.streamId;

/** Updates a lease's span to that of its replay. */
export async function moveEdges(db: Db, { id }: Pick<Lease, 'id'>, span: Span): Promise<void> {
  const { startsAt, endsAt } = span;
  await db.transaction((tx) => updateLease(tx, id, { startsAt, endsAt }));
}

/** Ends a member's lease; an ended one is unchanged. Throws 6 if it is not theirs. */
export async function endLease(
  db: Db,
  { memberId, leaseId, why, now }: { memberId: number; leaseId: string; why: EndedWhy; now: Date },
): Promise<void> {
  const isEnded = (await endLeases(db, isLease(leaseId, memberId), { why, now })) > 0;
  if (!isEnded && (await findLease(db, leaseId))?.memberId !== memberId) throw new DomainError('dataNotFound');
}

/** Ends leases of ended sessions: of one session, one member, or any session without activity for a while. */
export async function endLeasesWithoutSession(
  db: Db,
  which: { sessionId: number } | { memberId: number } | 'any',
  now: Date,
): Promise<void> {
  await endLeases(db, isWithoutSession(db, which), { why: 'logged_out', now });
}

/** Ends whatever a member plays, so that every device slot is free. Returns how many leases were open. */
export const endLeasesOfMember = (tx: Tx, memberId: number, now: Date): Promise<number> =>
  endLeases(tx, isOfMember(memberId), { why: 'closed', now });

/** Ends leases of devices removed from a member's list, by the SHA-256 of their keys. */
export async function endLeasesOfDevices(
  tx: Tx,
  memberId: number,
  deviceHashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await endLeases(tx, isOfDevices(memberId, deviceHashes), { why: 'closed', now });
}

/** Ends all leases that overlap a span nobody may play any more. */
export async function withdrawLeases(db: Db, span: Span, now: Date): Promise<void> {
  await endLeases(db, overlaps(span), { why: 'withdrawn', now });
}

/** What a member's devices play now. */
export async function listLeases(db: Db, memberId: number, now: Date): Promise<Lease[]> {
  const open = await findOpenLeases(db, [memberId]);
  return open.filter((lease) => holdsSlot(lease, now)).map(leaseOf);
}
