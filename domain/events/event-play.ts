import type { Db } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { measuredRates } from '#domain/media/streams.ts';
import { GRANT_MS, publicGrantEndsAt } from '#domain/playback/grants/grants.rules.ts';
import { sessionHashOf, signGrant, type PlayingLease, type PlayingNow } from '#domain/playback/playback.ts';
import { enter } from '#domain/waiting-room/waiting-room.ts';
import type { Actor, MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import type { EventServices } from './event-services.ts';
import { getEvent, listSetItems, type Event } from './events.ts';
import { chaptersOf, EVENTS_TAG, isOnAir, isWatchable, phaseAt, spanAt } from './events.rules.ts';
import type { EventPlayWire } from './events.schema.ts';
import { findEventOfStream, findTestEvent } from './events.store.ts';
import { countTickets, countTicketsOf, setTicketsEntered } from './tickets.store.ts';

/** Qualities by wire number, best first, with their renditions. */
const QUALITIES = [
  { id: 21, rendition: 'v21' },
  { id: 24, rendition: 'v24' },
  { id: 25, rendition: 'v25' },
] as const;

const RENEW_SECONDS = 10;

interface EventPlayRequest {
  eventId: number;
  device?: { key: string; name: string } | undefined;
  takeOver?: { leaseId: string; epoch: number } | undefined;
  sessionToken: string | undefined;
}

interface SignedSpan {
  streamId: number;
  from: number;
  to: number;
}

/** Playlist of all renditions, picture and sound. */
const wholePath = (grant: string, { streamId, from, to }: SignedSpan): string =>
  `/replay/${grant}/${streamId}/video.m3u8?from=${from}&to=${to}`;
const renditionPath = (grant: string, { streamId, from, to }: SignedSpan, rendition: string): string =>
  `/replay/${grant}/${streamId}/${rendition}/${from}-${to}.m3u8`;

/** What captioners say of it, under the grant that shows it. */
const cuesPath = (grant: string, { streamId }: SignedSpan): string => `/replay/${grant}/${streamId}/cues`;

/** Renditions that were sent; all, if nothing is measured yet. */
async function qualitiesOf(db: Db, streamId: number) {
  const ask = () => measuredRates(db, streamId);
  // Requested by every viewer. A complete answer is cached for good; an incomplete one is valid only now.
  const known = await cachedQuery(db, { key: `event rates ${streamId}`, tags: [EVENTS_TAG] }, ask);
  const rates = known.length < QUALITIES.length ? await ask() : known;
  const measured = new Set(rates.map(({ rendition }) => rendition as string));
  return QUALITIES.filter(({ rendition }) => measured.size === 0 || measured.has(rendition));
}

/** Members admitted before may re-enter; others wait for their turn. */
async function demandEntry(
  { db, room }: EventServices,
  { memberId }: MemberActor,
  event: Event,
  now: Date,
): Promise<void> {
  if (await enter(db, event.queueId, memberId, now)) return;
  const standing = await room.look(event.queueId, memberId, now);
  throw new DomainError('notYourTurn', {
    place: standing && { number: standing.number, ahead: standing.ahead, turn_ts: unixSeconds(standing.turnAt) },
  });
}

/** Admits one member and starts their device's lease, or throws the reason. */
async function playAlone(
  services: EventServices,
  actor: MemberActor,
  event: Event,
  {
    device,
    takeOver,
    span,
    now,
  }: Pick<EventPlayRequest, 'device' | 'takeOver'> & { span: { startsAt: Date; endsAt: Date }; now: Date },
) {
  const { db } = services;
  const { memberId, sessionId } = actor;
  const tickets = await countTickets(db, event.id, memberId);
  if (tickets === 0) throw new DomainError('noRightToPlay', { requires: 'ticket' });
  if (!isWatchable(event, now)) throw new DomainError('noRightToPlay', { state: event.phase });
  if (device === undefined) throw new DomainError('notAuthenticated');
  if (isOnAir(event.phase)) await demandEntry(services, actor, event, now);
  const { streamId } = event;
  const asked = { memberId, sessionId, device, streamId, ...span, maxDevices: tickets, now };
  const started = await services.startLease(db, takeOver ? { ...asked, takeOver } : asked);
  await setTicketsEntered(db, event.id, [{ memberId, used: started.playing }], now);
  return started;
}

/** Addresses of the stream for an admitted ticket holder, with the lease of their device. */
export async function playEvent(
  services: EventServices,
  actor: Actor,
  { eventId, device, takeOver, sessionToken }: EventPlayRequest,
  { now }: { now: Date },
): Promise<EventPlayWire> {
  const { db } = services;
  const event = await getEvent({ db, now }, eventId);
  if (actor.kind === 'guest') throw new DomainError('notAuthenticated');
  const onAir = isOnAir(event.phase);
  const { streamId } = event;
  const { startsAt, endsAt } = spanAt(event, now);
  const { memberId, sessionId } = actor;
  const [together, found] = await Promise.all([
    onAir && device && !takeOver
      ? services.entrance.enter({ event, memberId, sessionId, device, startsAt, endsAt, now })
      : null,
    services.entrance.positionIn({ memberId, streamId, from: startsAt, to: endsAt }),
  ]);
  const { lease } =
    together ?? (await playAlone(services, actor, event, { device, takeOver, span: { startsAt, endsAt }, now }));
  const lastsMs = now.getTime() + GRANT_MS;
  const expiresAt = onAir ? lastsMs : Math.min(lastsMs, event.replayUntil?.getTime() ?? lastsMs);
  const span = { streamId, from: startsAt.getTime(), to: endsAt.getTime() };
  const grant = signGrant(services.keys(), {
    ...span,
    leaseId: lease.id,
    sessionHash: sessionToken === undefined ? null : sessionHashOf(sessionToken),
    expiresAt,
    open: onAir,
    remoteSerial: null,
  });
  const qualities = await qualitiesOf(db, streamId);
  const presentPosition = (position: { at: Date; heardAt: Date; deviceName: string }) => ({
    at_ts: unixSeconds(position.at),
    heard_ts: unixSeconds(position.heardAt),
    device_name: position.deviceName,
  });
  return {
    event_id: event.id,
    title: event.title,
    state: event.phase,
    items: qualities.map(({ id, rendition }) => ({
      default_encode_profile_output_id: id,
      path: renditionPath(grant, span, rendition),
    })),
    qualities: qualities.map(({ id }) => id),
    lease: { id: lease.id, epoch: lease.epoch, renew_s: RENEW_SECONDS },
    grant_expires_ts: expiresAt / 1000,
    stream_id: streamId,
    start_ts: unixSeconds(startsAt),
    end_ts: unixSeconds(endsAt),
    is_over: !onAir,
    place: found && { ...presentPosition(found), other: found.other && presentPosition(found.other) },
    captions: [],
    cues: cuesPath(grant, span),
    chapters: chaptersOf(await listSetItems(db, event.id), { startsAt, endsAt }),
    stills: null,
    window: event.replayUntil && {
      startsAt: unixSeconds(startsAt),
      mustFinishBy: unixSeconds(event.replayUntil),
      endsAt: unixSeconds(event.replayUntil),
    },
  };
}

/** The event of a stream; cached, because every viewer asks every ten seconds. */
async function eventOfStream(db: Db, streamId: number, now: Date): Promise<Event | undefined> {
  const key = `event stream ${streamId}`;
  const id = await cachedQuery(
    db,
    { key, tags: [EVENTS_TAG] },
    async () => (await findEventOfStream(db, streamId))?.id,
  );
  return id === undefined ? undefined : getEvent({ db, now }, id);
}

/**
 * The current span under a lease, which grows during a live event. Null if the member has no ticket any more, or the
 * event is over.
 */
export async function eventNow(
  { db }: Pick<EventServices, 'db'>,
  actor: Actor,
  { streamId }: { streamId: number },
  now: Date,
): Promise<PlayingNow | null> {
  if (actor.kind === 'guest') return null;
  const event = await eventOfStream(db, streamId, now);
  if (event === undefined || !isWatchable(event, now) || (await countTickets(db, event.id, actor.memberId)) === 0)
    return null;
  const isOpen = isOnAir(event.phase);
  const playing = { streamId, ...spanAt(event, now), isOpen };
  return isOpen || event.replayUntil === null || event.phase === 'ended'
    ? playing
    : { ...playing, until: event.replayUntil };
}

/**
 * Leases without a right: of events that are over or without a ticket; for a member with fewer tickets than playing
 * devices, the devices that started last.
 */
export async function eventsWithoutRight(
  { db }: Pick<EventServices, 'db'>,
  leases: readonly PlayingLease[],
  now: Date,
): Promise<PlayingLease[]> {
  const lost: PlayingLease[] = [];
  for (const [streamId, ofEvent] of Map.groupBy(leases, (lease) => lease.streamId)) {
    const event = await eventOfStream(db, streamId, now);
    const watchers = Map.groupBy(ofEvent, ({ memberId }) => memberId);
    const tickets =
      event && isWatchable(event, now)
        ? await countTicketsOf(db, event.id, [...watchers.keys()])
        : new Map<number, number>();
    for (const [memberId, own] of watchers) {
      const has = tickets.get(memberId) ?? 0;
      if (has === 0) lost.push(...own);
      else
        lost.push(
          ...own
            .filter(({ isHolder }) => isHolder)
            .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
            .slice(has),
        );
    }
  }
  return lost;
}

/** The start of the newest publicly watchable replay, played by the diagnostic. Null if there is none. */
export async function testStream({ db, keys }: Pick<EventServices, 'db' | 'keys'>, now: Date) {
  const event = await cachedQuery(db, { key: 'event test', tags: [EVENTS_TAG] }, () => findTestEvent(db, now));
  if (event === null || phaseAt(event, now) !== 'replay') return null;
  const { startsAt } = spanAt(event, now);
  const span = {
    streamId: event.streamId,
    from: startsAt.getTime(),
    to: startsAt.getTime() + event.testSeconds * 1_000,
  };
  const expiresAt = publicGrantEndsAt(now);
  const grant = signGrant(keys(), {
    ...span,
    leaseId: null,
    sessionHash: null,
    expiresAt,
    open: false,
    remoteSerial: null,
  });
  const rates = new Map((await measuredRates(db, event.streamId)).map((rate) => [rate.rendition as string, rate]));
  return {
    path: wholePath(grant, span),
    seconds: event.testSeconds,
    qualities: QUALITIES.flatMap(({ id, rendition }) => {
      const rate = rates.get(rendition);
      return rate ? [{ id, bitsPerSecond: rate.bandwidth, path: renditionPath(grant, span, rendition) }] : [];
    }),
  };
}
