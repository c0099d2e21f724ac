import type { Db, Tx } from '#db/database.ts';
import { TAPE_STARTS_AT } from '#domain/media/kept-sound.ts';
import { positionsOf } from '#domain/playback/playback.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import { endOf, startOf, watchByOf } from './rental-times.rules.ts';
import {
  beginHours,
  findOverOf,
  findRunning,
  findRunningOf,
  hideRental as hide,
  insertRental,
  type RentalRow,
} from './rentals.store.ts';
import { findFilmsById, findPicture } from './films.store.ts';
import type { Film } from './films.types.ts';

/** A rental with its film and playback position. */
export interface Rented {
  rental: RentalRow;
  film: Film;
  /** Position from the start of the film; null if never watched. */
  positionMs: number | null;
}

const spanOf = ({ streamId, durationMs }: { streamId: number; durationMs: number }) => ({
  streamId,
  from: new Date(TAPE_STARTS_AT),
  to: new Date(TAPE_STARTS_AT + durationMs),
});

/**
 * Creates a rental that was bought, redeemed or granted. Throws 150005 if the member already has one, which the
 * database also rejects.
 */
export async function giveRental(
  tx: Tx,
  {
    memberId,
    film,
    source,
    orderId = null,
    paidCents = 0,
    now,
  }: {
    memberId: number;
    film: Pick<Film, 'id' | 'rentDays' | 'watchHours'>;
    source: RentalRow['source'];
    orderId?: number | null;
    paidCents?: number;
    now: Date;
  },
): Promise<RentalRow> {
  if ((await findRunning(tx, memberId, film.id, now)) !== null) throw new DomainError('alreadyOwned');
  const watchBy = watchByOf(now, film.rentDays);
  const picture = await findPicture(tx, film.id);
  const position = picture && (await positionsOf(tx, memberId, [spanOf(picture)]))[0];
  return insertRental(tx, {
    memberId,
    videoId: film.id,
    source,
    orderId,
    paidCents,
    rentedAt: now,
    watchBy,
    watchHours: film.watchHours,
    // Later positions can be reported without playback, so they open nothing.
    resumeAt: position?.at ?? null,
    endsAt: watchBy,
  });
}

/**
 * Starts the hours when playback starts. Returns the rental, also if another device was first; null if it has ended
 * meanwhile.
 */
export async function beginRental(db: Db, rental: RentalRow, now: Date): Promise<RentalRow | null> {
  const startedAt = startOf(rental, now);
  const begun = await beginHours(db, rental.id, { startedAt, endsAt: endOf({ ...rental, startedAt }) });
  return begun ?? findRunning(db, rental.memberId, rental.videoId, now);
}

async function withFilms(db: Db, rows: readonly RentalRow[], now: Date): Promise<Rented[]> {
  const films = new Map(
    (await findFilmsById(db, [...new Set(rows.map(({ videoId }) => videoId))], now)).map((film) => [film.id, film]),
  );
  const known = rows.flatMap((rental) => {
    const film = films.get(rental.videoId);
    return film ? [{ rental, film }] : [];
  });
  const [first] = known;
  if (first === undefined) return [];
  // Without a stream there is no position.
  const spans = known.map(({ film }) => spanOf({ streamId: film.streamId ?? 0, durationMs: film.durationMs ?? 1 }));
  const positions = await positionsOf(db, first.rental.memberId, spans);
  return known.map((each, i) => {
    const position = positions[i];
    return { ...each, positionMs: position ? position.at.getTime() - TAPE_STARTS_AT : null };
  });
}

/** A member's current rentals, with remaining time. */
export const listRunning = async (db: Db, memberId: number, now: Date): Promise<Rented[]> =>
  withFilms(db, await findRunningOf(db, memberId, now), now);

/** A member's ended rentals. */
export const listOver = async (
  db: Db,
  memberId: number,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<Rented[]> => withFilms(db, await findOverOf(db, memberId, { limit, offset, now }), now);

/** Hides an ended rental; throws 6 if it is not theirs, or still running. */
export async function hideRental(db: Db, memberId: number, id: number, now: Date): Promise<void> {
  if (!isPossibleId(id) || !(await hide(db, memberId, id, now))) throw new DomainError('dataNotFound');
}
