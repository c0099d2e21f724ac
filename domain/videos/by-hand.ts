import type { Db } from '#db/database.ts';
import { recordAudit, type Hand, type Subject } from '#domain/audit/audit.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { lockAccount } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { getFilm } from './films.ts';
import { noteOutage } from './outage-credit.ts';
import { giveRental } from './rentals.ts';
import { endRental, findRunning } from './rentals.store.ts';

// Manual actions of staff on films; each is audited with who and why.

/** Grants a free rental. Throws 150005 if the member already has it. */
export const giveFilm = (
  db: Db,
  hand: Hand,
  { memberId, filmId }: { memberId: number; filmId: number },
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const film = await getFilm({ db: tx, now }, filmId);
    if (!(await findAccount(tx, memberId))) throw new DomainError('userNotFound', `member ${memberId} does not exist`);
    await lockAccount(tx, memberId);
    const { id } = await giveRental(tx, { memberId, film, source: 'hand', now });
    const after = { filmId, rentalId: id };
    await recordAudit(tx, hand, { action: 'rentals.give', subject: ['member', memberId], after }, now);
  });

/** Ends a running rental, for instance after a chargeback. Throws 6 if there is none. */
export const takeFilm = (
  db: Db,
  hand: Hand,
  { memberId, filmId }: { memberId: number; filmId: number },
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockAccount(tx, memberId);
    const rental = await findRunning(tx, memberId, filmId, now);
    if (rental === null)
      throw new DomainError('dataNotFound', `member ${memberId} has no running rental of film ${filmId}`);
    await endRental(tx, rental.id, 'withdrawn', now < rental.rentedAt ? rental.rentedAt : now);
    const after = { filmId, rentalId: rental.id };
    await recordAudit(tx, hand, { action: 'rentals.end', subject: ['member', memberId], after }, now);
  });

/** Records an outage that monitoring missed; credits everyone whose hours ran during it. */
export async function creditOutageByHand(
  db: Db,
  hand: Hand,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  now: Date,
): Promise<number> {
  const subject: Subject = ['outage', startsAt.toISOString()];
  const entry = { action: 'rentals.credit-outage', subject, after: { startsAt, endsAt } } as const;
  await db.transaction((tx) => recordAudit(tx, hand, entry, now));
  return noteOutage(db, { startsAt, endsAt, notedBy: hand.who }, now);
}
