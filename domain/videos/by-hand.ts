import type { Db } from '#db/database.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { audit, lockAccount, type Hand } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { getFilm } from './films.ts';
import { noteOutage } from './given-back.ts';
import { giveRental } from './rentals.ts';
import { endRental, findRunning } from './rentals.store.ts';

// What people of the station do about films; each is written down with who and why.

/** A film for nothing, as long as it is rented for. 150005 where it is had already. */
export const giveFilm = (
  db: Db,
  hand: Hand,
  { memberId, filmId }: { memberId: number; filmId: number },
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const film = await getFilm({ db: tx, now }, filmId);
    if (!(await findAccount(tx, memberId))) throw new DomainError('userNotFound', `there is no member ${memberId}`);
    await lockAccount(tx, memberId);
    const { id } = await giveRental(tx, { memberId, film, source: 'hand', now });
    await audit(tx, hand, 'give film', { memberId, filmId, rentalId: id }, null, now);
  });

/** Ends a right that runs, such as one whose payment a bank took back. 6 where there is none. */
export const takeFilm = (
  db: Db,
  hand: Hand,
  { memberId, filmId }: { memberId: number; filmId: number },
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockAccount(tx, memberId);
    const rental = await findRunning(tx, memberId, filmId, now);
    if (rental === null) throw new DomainError('dataNotFound', `member ${memberId} has no film ${filmId}`);
    await endRental(tx, rental.id, 'withdrawn', now < rental.rentedAt ? rental.rentedAt : now);
    await audit(tx, hand, 'take film', { memberId, filmId, rentalId: rental.id }, null, now);
  });

/** A time in which films could not be watched and that our clock did not see: given back to all whose hours ran in it. */
export async function giveBackByHand(
  db: Db,
  hand: Hand,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  now: Date,
): Promise<number> {
  const detail = { from: startsAt.toISOString(), to: endsAt.toISOString() };
  await db.transaction((tx) => audit(tx, hand, 'film outage', detail, null, now));
  return noteOutage(db, { startsAt, endsAt, notedBy: hand.who }, now);
}
