import type { Db } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import type { Actor, MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { assertNotSuspended, getBroadcast, getSection, sectionAt } from '#domain/archive/archive.ts';
import { ARCHIVE_TAG } from '#domain/archive/archive-tags.rules.ts';
import { canPlay, mayReplay } from '#domain/archive/archive.policy.ts';
import { presentSection } from '#domain/archive/archive.present.ts';
import { isOver } from '#domain/archive/archive.rules.ts';
import type { PlayReplyWire, Section } from '#domain/archive/archive.schema.ts';
import type { ArchiveSettings } from '#domain/archive/archive-services.ts';
import { GRANT_MS, publicGrantEndsAt } from '#domain/playback/grants/grants.rules.ts';
import { gapsIn, removedIn, without, type MissingWhy, type Stretch } from './sound-spans.rules.ts';

/** What is signed for a span of sound; public if it has neither lease nor session. */
export interface SpanGrant {
  streamId: number;
  from: number;
  to: number;
  leaseId: string | null;
  /** Token of the session it is bound to. */
  sessionToken: string | null;
  expiresAt: number;
  open: boolean;
}

/** A given one plays on one device at a time. */
type OwnedBroadcasts = ReadonlyMap<number, 'bought' | 'given'>;

export interface DevicePosition {
  at: Date;
  heardAt: Date;
  deviceName: string;
}

/** Dependencies of playing: functions of `media` and `playback`. */
export interface PlayServices {
  db: Db;
  settings: ArchiveSettings;
  /** Maximum devices of one member playing at once. */
  maxDevices: number;
  /** The broadcasts that each of these members bought or was given individually; members without any may be absent. */
  ownedBroadcasts(db: Db, memberIds: readonly number[], now: Date): Promise<ReadonlyMap<number, OwnedBroadcasts>>;
  soundBetween(db: Db, streamId: number, from: Date, to: Date): Promise<{ from: Date; to: Date }[]>;
  /** Renditions of a stream; a tape may have only one. */
  renditionsOf(db: Db, streamId: number): Promise<readonly string[]>;
  removalsBetween(
    db: Db,
    streamId: number,
    from: Date,
    to: Date,
  ): Promise<{ startsAt: Date; endsAt: Date; why: MissingWhy }[]>;
  signGrant(grant: SpanGrant): string;
  startLease(
    db: Db,
    asked: {
      memberId: number;
      sessionId: number;
      device: { key: string; name: string };
      streamId: number;
      startsAt: Date;
      endsAt: Date;
      takeOver?: { leaseId: string; epoch: number };
      maxDevices: number;
      now: Date;
    },
  ): Promise<{ lease: { id: string; epoch: number }; playing: number }>;
  positionIn(
    db: Db,
    memberId: number,
    streamId: number,
    from: Date,
    to: Date,
  ): Promise<(DevicePosition & { other: DevicePosition | null }) | null>;
  /** Same, for many spans. */
  positionsOf(
    db: Db,
    memberId: number,
    spans: readonly { streamId: number; from: Date; to: Date }[],
  ): Promise<((DevicePosition & { other: DevicePosition | null }) | null)[]>;
  /** What a member heard of a span, in order. */
  heardIn(db: Db, memberId: number, streamId: number, from: Date, to: Date): Promise<{ from: Date; to: Date }[]>;
  /** Whether a member has paused recording. */
  isRecordingPaused(db: Db, memberId: number): Promise<boolean>;
  /** A member's newest playback positions, one per stream and day. */
  recentPositions(db: Db, memberId: number, limit: number): Promise<(DevicePosition & { streamId: number })[]>;
}

/** HD and SD, by wire number, with their renditions. */
const ENCODINGS = [
  { id: 11, rendition: 'a128' },
  { id: 12, rendition: 'a64' },
] as const;

/** Sound of this age has arrived. */
const ARRIVED_MS = 120_000;
const RENEW_SECONDS = 10;

export interface PlayRequest {
  sectionId: number;
  device?: { key: string; name: string } | undefined;
  takeOver?: { leaseId: string; epoch: number } | undefined;
  /** The caller's session cookie. */
  sessionToken: string | undefined;
}

export const presentPosition = ({ at, heardAt, deviceName }: DevicePosition) => ({
  at_ts: unixSeconds(at),
  heard_ts: unixSeconds(heardAt),
  device_name: deviceName,
});

export const stretchOf = ({ from, to }: { from: Date; to: Date }): Stretch => ({
  from: from.getTime(),
  to: to.getTime(),
});

/** Spans that cannot be heard, in order, with reasons. */
function missingIn(whole: Stretch, had: Parameters<typeof gapsIn>[1] & { removed: ReturnType<typeof removedIn> }) {
  const gaps = gapsIn(whole, had).map((gap) => ({ ...gap, why: 'gap' as const }));
  return [...had.removed, ...gaps]
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, why }) => ({ from_ts: from / 1000, to_ts: to / 1000, why }));
}

/** A section and the parts of its broadcast; cached for the rush when it becomes available. */
const sectionToPlay = (db: Db, id: number): Promise<{ section: Section; parts: readonly Section[] }> =>
  cachedQuery(db, { key: `archive play ${id}`, tags: [ARCHIVE_TAG, 'programs'] }, async () => {
    const section = await getSection(db, id);
    if (section === undefined) throw new DomainError('dataNotFound');
    const found = await getBroadcast(db, section.broadcast.id);
    return { section, parts: found?.sections ?? [section] };
  });

/** The sound and removals of a span. Cached once complete; removals and restorations purge it by tag. */
function soundOf(
  services: Pick<PlayServices, 'db' | 'soundBetween' | 'removalsBetween' | 'renditionsOf'>,
  { streamId, startsAt, endsAt }: { streamId: number; startsAt: Date; endsAt: Date },
  now: Date,
) {
  const { db } = services;
  const read = async () => ({
    removals: await services.removalsBetween(db, streamId, startsAt, endsAt),
    sound: await services.soundBetween(db, streamId, startsAt, endsAt),
    renditions: await services.renditionsOf(db, streamId),
  });
  if (endsAt.getTime() + ARRIVED_MS > now.getTime()) return read();
  const key = `archive sound ${streamId} ${startsAt.getTime()} ${endsAt.getTime()}`;
  return cachedQuery(db, { key, tags: [ARCHIVE_TAG] }, read);
}

/** What the actor bought or was given individually; a plan includes everything. */
const ownedBy = async (
  { db, ownedBroadcasts }: Pick<PlayServices, 'db' | 'ownedBroadcasts'>,
  actor: Actor,
  now: Date,
): Promise<OwnedBroadcasts | undefined> =>
  actor.kind === 'member' && !actor.isSubscriber
    ? (await ownedBroadcasts(db, [actor.memberId], now)).get(actor.memberId)
    : undefined;

/** Addresses of a section's sound for an entitled listener, with the member's lease. */
export async function playSection(
  services: PlayServices,
  actor: Actor,
  { sectionId, device, takeOver, sessionToken }: PlayRequest,
  { now }: { now: Date },
): Promise<PlayReplyWire> {
  const { db, settings } = services;
  await assertNotSuspended(db, 'archive.play');
  const { section, parts } = await sectionToPlay(db, sectionId);
  const owned = await ownedBy(services, actor, now);
  const may = canPlay(actor, section, settings, now, owned);
  if (!may.ok) throw new DomainError(may.code);

  const { streamId } = section.broadcast;
  const { startsAt, endsAt } = may.span;
  const { removals, sound, renditions: there } = await soundOf(services, { streamId, startsAt, endsAt }, now);
  const whole = stretchOf({ from: startsAt, to: endsAt });
  const removed = removedIn(whole, removals);
  if (without([whole], removed).length === 0) throw new DomainError('noRightToPlay');
  const over = isOver(section, now);
  // A broadcast on air may have started a second ago.
  if (sound.length === 0 && over) throw new DomainError('fileNotFound');

  const isWhole = endsAt < section.endsAt || over;
  const span = { streamId, from: startsAt.getTime(), to: endsAt.getTime(), open: !isWhole };
  const paths = (grant: string) =>
    ENCODINGS.filter(({ rendition }) => there.length === 0 || there.includes(rendition)).map(({ id, rendition }) => ({
      default_encode_profile_output_id: id,
      path: `/replay/${grant}/${streamId}/${rendition}/${span.from}-${span.to}.m3u8`,
    }));
  const reply = {
    section: presentSection(section, settings, now),
    parts: parts.map((part) => ({
      item_id: part.id,
      section_no: part.sectionNo,
      title: part.title,
      start_ts: unixSeconds(part.startsAt),
      end_ts: unixSeconds(part.endsAt),
    })),
    stream_id: streamId,
    start_ts: unixSeconds(startsAt),
    end_ts: unixSeconds(endsAt),
    is_over: isWhole,
    missing: missingIn(whole, { sound: sound.map(stretchOf), removed, isOpen: !isWhole }),
  };
  if (may.isFree || actor.kind === 'guest') {
    const expiresAt = publicGrantEndsAt(now);
    const grant = services.signGrant({ ...span, leaseId: null, sessionToken: null, expiresAt });
    const end = { grant_expires_ts: expiresAt / 1000, lease: null, place: null, free_until_ts: unixSeconds(endsAt) };
    return { ...reply, ...end, items: paths(grant) };
  }

  const { lease, position } = await startMemberPlayback(
    { ...services, maxDevices: owned?.get(section.broadcast.id) === 'given' ? 1 : services.maxDevices },
    actor,
    section,
    { device, takeOver },
    now,
  );
  const expiresAt = now.getTime() + GRANT_MS;
  const grant = services.signGrant({ ...span, leaseId: lease.id, sessionToken: sessionToken ?? null, expiresAt });
  return {
    ...reply,
    items: paths(grant),
    grant_expires_ts: expiresAt / 1000,
    lease: { id: lease.id, epoch: lease.epoch, renew_s: RENEW_SECONDS },
    place: position,
    free_until_ts: null,
  };
}

/** A complete replay that an actor may hear all of, with its sound. */
export interface WholeReplay {
  section: Section;
  streamId: number;
  startsAt: Date;
  endsAt: Date;
  renditions: readonly string[];
  /** Sound that was removed, in ms. */
  removedMs: number;
}

/** Throws why an actor may not hear a replay to its end. 9 if its sound is not complete yet. */
export async function wholeReplay(
  services: Pick<PlayServices, 'db' | 'settings' | 'soundBetween' | 'removalsBetween' | 'renditionsOf'>,
  actor: Actor,
  sectionId: number,
  now: Date,
): Promise<WholeReplay> {
  const { db, settings } = services;
  await assertNotSuspended(db, 'archive.play');
  const { section } = await sectionToPlay(db, sectionId);
  const may = canPlay(actor, section, settings, now);
  if (!may.ok) throw new DomainError(may.code);
  if (may.isFree) throw new DomainError(mayReplay(actor) ?? 'needsPlan');
  const { streamId } = section.broadcast;
  const { startsAt, endsAt } = may.span;
  const { removals, sound, renditions } = await soundOf(services, { streamId, startsAt, endsAt }, now);
  const whole = stretchOf({ from: startsAt, to: endsAt });
  const removed = removedIn(whole, removals);
  if (without([whole], removed).length === 0) throw new DomainError('noRightToPlay');
  if (sound.length === 0 || !isOver(section, now)) throw new DomainError('fileNotFound');
  const removedMs = removed.reduce((sum, { from, to }) => sum + to - from, 0);
  return { section, streamId, startsAt, endsAt, renditions, removedMs };
}

async function startMemberPlayback(
  services: PlayServices,
  { memberId, sessionId }: MemberActor,
  { startsAt, endsAt, broadcast: { streamId } }: Section,
  { device, takeOver }: Pick<PlayRequest, 'device' | 'takeOver'>,
  now: Date,
) {
  if (device === undefined) throw new DomainError('notAuthenticated');
  const { db, maxDevices } = services;
  const asked = { memberId, sessionId, device, streamId, startsAt, endsAt, maxDevices, now };
  const { lease } = await services.startLease(db, takeOver ? { ...asked, takeOver } : asked);
  const found = await services.positionIn(db, memberId, streamId, startsAt, endsAt);
  const position = found && { ...presentPosition(found), other: found.other && presentPosition(found.other) };
  return { lease, position };
}

/**
 * The current state of what is played under a lease: edges may have moved, and a broadcast on air grows. Null if the
 * actor may no longer hear it.
 */
export async function replayNow(
  services: Pick<PlayServices, 'db' | 'settings' | 'ownedBroadcasts'>,
  actor: Actor,
  { streamId, startsAt, endsAt }: { streamId: number; startsAt: Date; endsAt: Date },
  now: Date,
): Promise<{ streamId: number; startsAt: Date; endsAt: Date; isOpen: boolean } | null> {
  const owned = await ownedBy(services, actor, now);
  return stateOf(services, actor, { streamId, startsAt, endsAt }, owned, now);
}

async function stateOf(
  { db, settings }: Pick<PlayServices, 'db' | 'settings'>,
  actor: Actor,
  { streamId, startsAt, endsAt }: { streamId: number; startsAt: Date; endsAt: Date },
  owned: OwnedBroadcasts | undefined,
  now: Date,
) {
  const middle = new Date((startsAt.getTime() + endsAt.getTime()) / 2);
  // Requested by every player every ten seconds.
  const key = `archive playing ${streamId} ${startsAt.getTime()} ${endsAt.getTime()}`;
  const section = await cachedQuery(
    db,
    { key, tags: [ARCHIVE_TAG, 'programs'] },
    async () => (await sectionAt(db, streamId, middle)) ?? sectionAt(db, streamId, startsAt),
  );
  if (section === undefined) return null;
  const may = canPlay(actor, section, settings, now, owned);
  return may.ok && !may.isFree ? { streamId, ...may.span, isOpen: !isOver(section, now) } : null;
}

/** Leases on replays that may no longer be heard, or of members who have neither a plan nor bought them. */
export async function replaysWithoutRight<
  T extends { memberId: number; streamId: number; startsAt: Date; endsAt: Date },
>(
  services: Pick<PlayServices, 'db' | 'settings' | 'ownedBroadcasts'> & {
    isSubscriber: (memberId: number, now: Date) => Promise<boolean>;
  },
  leases: readonly T[],
  now: Date,
): Promise<T[]> {
  const members = [...new Set(leases.map(({ memberId }) => memberId))];
  const isPaying = await Promise.all(members.map((memberId) => services.isSubscriber(memberId, now)));
  const paying = new Set(members.filter((_, i) => isPaying[i]));
  const owned = await services.ownedBroadcasts(
    services.db,
    members.filter((memberId) => !paying.has(memberId)),
    now,
  );
  const who = { kind: 'member', sessionId: 0, isEmailVerified: true, isLeaving: false } as const;
  const mayHear = async (lease: T) => {
    const { memberId } = lease;
    const actor = { ...who, memberId, isSubscriber: paying.has(memberId) };
    // Most leases without a plan end without a look at what they play.
    if (!actor.isSubscriber && !owned.has(memberId)) return false;
    return (await stateOf(services, actor, lease, owned.get(memberId), now)) !== null;
  };
  const may = await Promise.all(leases.map(mayHear));
  return leases.filter((_, i) => !may[i]);
}

/** The parts of a broadcast from one on: the queue when a replay is started (AP-057). */
export async function listInstantQueue(
  services: Pick<PlayServices, 'db' | 'settings' | 'ownedBroadcasts'>,
  actor: Actor,
  { archiveId, sectionId }: { archiveId: number; sectionId: number },
  { now }: { now: Date },
): Promise<Section[]> {
  const { db, settings } = services;
  await assertNotSuspended(db, 'archive.play');
  const first = await getSection(db, sectionId);
  if (first === undefined) throw new DomainError('dataNotFound');
  const may = canPlay(actor, first, settings, now, await ownedBy(services, actor, now));
  // A queue requires a plan or the broadcast; a free preview plays without one.
  if (!may.ok) throw new DomainError(may.code);
  if (may.isFree) throw new DomainError(actor.kind === 'guest' ? 'notAuthenticated' : 'needsPlan');
  // Ids of one broadcast merged since still match.
  const found = await getBroadcast(db, archiveId);
  if (found?.broadcast.id !== first.broadcast.id) throw new DomainError('dataNotFound');
  return found.sections.filter((section) => section.sectionNo >= first.sectionNo);
}
