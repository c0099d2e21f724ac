import type { Db } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { can } from '#domain/auth/auth.ts';
import { placeIn, sessionHashOf, signGrant, type PlayingLease, type PlayingNow } from '#domain/playback/playback.ts';
import type { Actor, MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { getFilm } from './films.ts';
import { endOf, firstSpan, stateOf } from './rental-times.rules.ts';
import { beginRental } from './rentals.ts';
import { findRunning, findRunningOfMembers, type RentalRow } from './rentals.store.ts';
import { VIDEOS_TAG } from './videos-tags.rules.ts';
import { presentPlayback } from './videos.present.ts';
import type { PlaybackWire } from './videos.schema.ts';
import { findFilmOfStream } from './videos.store.ts';
import type { PlayableFilm, VideoServices } from './videos.types.ts';

/** An address of a member's own; the player fetches the next one well before. */
const GRANT_MS = 5 * 60_000;
/** One of a trailer is the same for everybody within ten minutes, so that caches hold it. */
const FREE_GRANT_MS = 600_000;

interface FilmRequest {
  filmId: number;
  device: { key: string; name: string } | undefined;
  takeOver?: { leaseId: string; epoch: number } | undefined;
  /** The cookie of whoever asks. */
  sessionToken: string | undefined;
  /** A press of a player that cannot change its address later: the hours begin with it. */
  isPress: boolean;
}

/** Who may watch what is paid for one by one: a member whose address is proved. */
function demandViewer(actor: Actor): MemberActor {
  const refusal = can(actor, 'buyVideo');
  if (refusal === 'forbidden') throw new DomainError('forbidden', 'tvodEmailNotVerified');
  if (refusal !== null || actor.kind !== 'member') throw new DomainError(refusal ?? 'notAuthenticated');
  return actor;
}

/** What was made of a stream, remembered for the crowd of a first night. 9 where nothing is there. */
async function madeOf(
  { db, madeFilm }: Pick<VideoServices, 'db' | 'madeFilm'>,
  streamId: number | null,
): Promise<PlayableFilm> {
  if (streamId === null) throw new DomainError('fileNotFound');
  const made = await cachedQuery(db, { key: `film made ${streamId}`, tags: [VIDEOS_TAG] }, () =>
    madeFilm(db, streamId),
  );
  if (made === null) throw new DomainError('fileNotFound');
  return made;
}

/**
 * Addresses of a film for whoever rented it, and the lease under which it is watched. Before its picture has moved they open
 * one minute: nothing that fetches a page ahead, or tries again, begins the hours.
 */
export async function playFilm(
  services: VideoServices,
  actor: Actor,
  { filmId, device, takeOver, sessionToken, isPress }: FilmRequest,
  { now }: { now: Date },
): Promise<PlaybackWire> {
  const viewer = demandViewer(actor);
  const { db, maxDevices } = services;
  const { memberId, sessionId } = viewer;
  const film = await getFilm({ db, now }, filmId);
  const rented = await findRunning(db, memberId, filmId, now);
  if (rented === null) throw new DomainError('noRightToPlay');
  // A viewer has a session, which is a device.
  if (device === undefined) throw new DomainError('notAuthenticated');
  const made = await madeOf(services, film.streamId);
  const { streamId, startsAt, endsAt } = made;
  const asked = { memberId, sessionId, device, streamId, startsAt, endsAt, maxDevices, now };
  const { lease } = await services.startLease(db, takeOver ? { ...asked, takeOver } : asked);
  const rental = isPress && rented.startedAt === null ? await beginRental(db, rented, now) : rented;
  if (rental === null) throw new DomainError('noRightToPlay');
  const place = await placeOf(db, rental, made);
  const open = rental.startedAt === null ? firstSpan(made, rental.resumeAt) : { startsAt, endsAt };
  const expiresAt = Math.min(now.getTime() + GRANT_MS, endOf(rental).getTime());
  const grant = signGrant(services.keys(), {
    streamId,
    from: open.startsAt.getTime(),
    to: open.endsAt.getTime(),
    leaseId: lease.id,
    sessionHash: sessionHashOf(sessionToken ?? ''),
    expiresAt,
    open: false,
    remoteSerial: null,
  });
  return presentPlayback({ film, made, rental, grant: { token: grant, expiresAt }, lease, place, now });
}

/**
 * Where its viewer was. Of what is not begun it is the place that its first minute is of, and no other: places are told by
 * devices, and whoever told them one after the other would see all of the film a minute at a time.
 */
async function placeOf(
  db: Db,
  { memberId, startedAt, resumeAt, rentedAt }: RentalRow,
  { streamId, startsAt, endsAt }: PlayableFilm,
) {
  if (startedAt !== null) return placeIn(db, memberId, streamId, startsAt, endsAt);
  return resumeAt && { at: resumeAt, heardAt: rentedAt, deviceName: '', other: null };
}

/** The film that a stream is: remembered, as everybody who watches it asks each ten seconds. */
const filmOfStream = (db: Db, streamId: number) =>
  cachedQuery(db, { key: `film of stream ${streamId}`, tags: [VIDEOS_TAG] }, () => findFilmOfStream(db, streamId));

/**
 * What is watched under a lease, as its viewer's right is now. The first time that its picture moves begins the hours; until then
 * the next address opens no more than the first one did. Null where the right is over, or was given back.
 */
export async function filmNow(
  { db }: Pick<VideoServices, 'db'>,
  actor: MemberActor,
  span: { streamId: number; startsAt: Date; endsAt: Date },
  now: Date,
  { isMoving }: { isMoving: boolean },
): Promise<PlayingNow | null> {
  const { streamId, startsAt, endsAt } = span;
  const film = await filmOfStream(db, streamId);
  if (film === null || can(actor, 'buyVideo') !== null) return null;
  const rented = await findRunning(db, actor.memberId, film.id, now);
  const rental = rented !== null && isMoving && rented.startedAt === null ? await beginRental(db, rented, now) : rented;
  if (rental === null || stateOf(rental, now) === 'over') return null;
  const until = endOf(rental);
  // Never beyond the end of the right, and before the hours run one minute.
  const signed = rental.startedAt === null ? { signed: firstSpan(span, rental.resumeAt) } : {};
  return { streamId, startsAt, endsAt, isOpen: false, until, ...signed };
}

/** Of the films that are played, those of which the rental is over, by its time or by what was given back. */
export async function filmsWithoutRight(
  { db }: Pick<VideoServices, 'db'>,
  leases: readonly PlayingLease[],
  now: Date,
): Promise<PlayingLease[]> {
  const members = leases.map(({ memberId }) => memberId);
  const running = Map.groupBy(await findRunningOfMembers(db, members, now), ({ memberId }) => memberId);
  const may = await Promise.all(
    leases.map(async ({ memberId, streamId }) => {
      const film = await filmOfStream(db, streamId);
      const own = running.get(memberId) ?? [];
      return own.some((rental) => rental.videoId === film?.id && stateOf(rental, now) !== 'over');
    }),
  );
  return leases.filter((_, i) => !may[i]);
}

/** The playlist of a film's trailer, which is everybody's: signed for nobody, the same for all within ten minutes. */
export async function playTrailer(
  services: Pick<VideoServices, 'db' | 'keys' | 'madeFilm'>,
  filmId: number,
  { now }: { now: Date },
): Promise<string> {
  const { db, keys } = services;
  const film = await getFilm({ db, now }, filmId);
  const { streamId, startsAt, endsAt } = await madeOf(services, film.trailerStreamId);
  const [from, to] = [startsAt.getTime(), endsAt.getTime()];
  const expiresAt = (Math.floor(now.getTime() / FREE_GRANT_MS) + 2) * FREE_GRANT_MS;
  const grant = signGrant(keys(), {
    streamId,
    from,
    to,
    leaseId: null,
    sessionHash: null,
    expiresAt,
    open: false,
    remoteSerial: null,
  });
  return `/replay/${grant}/${streamId}/video.m3u8?from=${from}&to=${to}`;
}
