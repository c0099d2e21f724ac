import type { Db } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { can } from '#domain/auth/auth.ts';
import { GRANT_MS, publicGrantEndsAt } from '#domain/playback/grants/grants.rules.ts';
import { positionIn, sessionHashOf, signGrant, type PlayingLease, type PlayingNow } from '#domain/playback/playback.ts';
import type { Actor, MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { getFilm } from './film-catalogue.ts';
import { endOf, firstSpan, stateOf } from './rental-times.rules.ts';
import { beginRental } from './rentals.ts';
import { findRunning, findRunningOfMembers, type RentalRow } from './rentals.store.ts';
import { FILMS_TAG } from './films-tags.rules.ts';
import { presentPlayback } from './films.present.ts';
import type { PlaybackWire } from './films.schema.ts';
import { findFilmOfStream } from './films.store.ts';
import type { PlayableFilm, FilmServices } from './films.types.ts';

interface FilmRequest {
  filmId: number;
  device: { key: string; name: string } | undefined;
  takeOver?: { leaseId: string; epoch: number } | undefined;
  /** The caller's session cookie. */
  sessionToken: string | undefined;
  /** A press on play in a player that cannot change its address later: starts the hours. */
  isPress: boolean;
}

/** The member who may watch individual purchases; requires a verified address. */
function demandViewer(actor: Actor): MemberActor {
  const refusal = can(actor, 'buyVideo');
  if (refusal === 'forbidden') throw new DomainError('forbidden', 'tvodEmailNotVerified');
  if (refusal !== null || actor.kind !== 'member') throw new DomainError(refusal ?? 'notAuthenticated');
  return actor;
}

/** The made film of a stream; cached for premiere crowds. Throws 9 if there is none. */
async function madeOf(
  { db, madeFilm }: Pick<FilmServices, 'db' | 'madeFilm'>,
  streamId: number | null,
): Promise<PlayableFilm> {
  if (streamId === null) throw new DomainError('fileNotFound');
  const made = await cachedQuery(db, { key: `film made ${streamId}`, tags: [FILMS_TAG] }, () => madeFilm(db, streamId));
  if (made === null) throw new DomainError('fileNotFound');
  return made;
}

/**
 * Addresses of a rented film, with the lease to watch it. Before playback starts they open one minute, so that
 * prefetches and retries do not start the hours.
 */
export async function playFilm(
  services: FilmServices,
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
  const position = await positionOf(db, rental, made);
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
  return presentPlayback({ film, made, rental, grant: { token: grant, expiresAt }, lease, position, now });
}

/**
 * The viewer's position. Before the hours start, the fixed position of the free minute: devices report positions, and
 * reporting one after another would otherwise reveal the whole film minute by minute.
 */
async function positionOf(
  db: Db,
  { memberId, startedAt, resumeAt, rentedAt }: RentalRow,
  { streamId, startsAt, endsAt }: PlayableFilm,
) {
  if (startedAt !== null) return positionIn(db, memberId, streamId, startsAt, endsAt);
  return resumeAt && { at: resumeAt, heardAt: rentedAt, deviceName: '', other: null };
}

/** The film of a stream; cached, because every viewer asks every ten seconds. */
const filmOfStream = (db: Db, streamId: number) =>
  cachedQuery(db, { key: `film of stream ${streamId}`, tags: [FILMS_TAG] }, () => findFilmOfStream(db, streamId));

/**
 * The viewer's current right under a lease. The first reported movement starts the hours; until then the next address
 * opens no more than the first. Null if the rental has ended or was refunded.
 */
export async function filmNow(
  { db }: Pick<FilmServices, 'db'>,
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
  // Never beyond the end of the rental; one minute before the hours start.
  const signed = rental.startedAt === null ? { signed: firstSpan(span, rental.resumeAt) } : {};
  return { streamId, startsAt, endsAt, isOpen: false, until, ...signed };
}

/** Leases on films whose rental has ended or was refunded. */
export async function filmsWithoutRight(
  { db }: Pick<FilmServices, 'db'>,
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

/** The public playlist of a film's trailer, the same for everyone for ten minutes. */
export async function playTrailer(
  services: Pick<FilmServices, 'db' | 'keys' | 'madeFilm'>,
  filmId: number,
  { now }: { now: Date },
): Promise<string> {
  const { db, keys } = services;
  const film = await getFilm({ db, now }, filmId);
  const { streamId, startsAt, endsAt } = await madeOf(services, film.trailerStreamId);
  const [from, to] = [startsAt.getTime(), endsAt.getTime()];
  const expiresAt = publicGrantEndsAt(now);
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
