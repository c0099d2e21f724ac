import type { Db, Tx } from '#db/database.ts';
import { doneAlone, recordAudit, type Hand, type Subject } from '#domain/audit/audit.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { lockAccount } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { getFilm } from './film-catalogue.ts';
import { noteOutage } from './outage-credit.ts';
import { giveRental } from './rentals.ts';
import { countRunningIn, endRental, findRunning } from './rentals.store.ts';

// Manual actions of staff on films; each is audited with who and why.

async function demandMember(tx: Tx, id: number): Promise<void> {
  if (!(await findAccount(tx, id))) throw new DomainError('userNotFound', `member ${id} does not exist`);
}

/** Grants a free rental. Throws 150005 if the member already has it. */
export const giveFilm = (
  db: Db,
  hand: Hand,
  { memberId, filmId }: { memberId: number; filmId: number },
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const film = await getFilm({ db: tx, now }, filmId);
    await demandMember(tx, memberId);
    await lockAccount(tx, memberId);
    const { id } = await giveRental(tx, { memberId, film, source: 'hand', now });
    const after = { filmId, rentalId: id };
    await recordAudit(tx, hand, { action: 'rentals.give', subject: ['member', memberId], after }, now);
  });

const DAY_MS = 86_400_000;

/** Rentals that a person gave within the last day without a second person. */
export const countGivenAlone = async (tx: Tx, who: string, now: Date): Promise<number> =>
  (await doneAlone(tx, 'rentals.give', who, new Date(now.getTime() - DAY_MS))).length;

/** Ends a running rental, for instance after a chargeback. Throws 6 if there is none. */
export const takeFilm = (
  db: Db,
  hand: Hand,
  { memberId, filmId }: { memberId: number; filmId: number },
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await demandMember(tx, memberId);
    await lockAccount(tx, memberId);
    const rental = await findRunning(tx, memberId, filmId, now);
    if (rental === null)
      throw new DomainError('dataNotFound', `member ${memberId} has no running rental of film ${filmId}`);
    await endRental(tx, rental.id, 'withdrawn', now < rental.rentedAt ? rental.rentedAt : now);
    const after = { filmId, rentalId: rental.id };
    await recordAudit(tx, hand, { action: 'rentals.end', subject: ['member', memberId], after }, now);
  });

/**
 * Records an outage that monitoring missed; the worker credits everyone whose hours ran during it. Returns how many rentals did.
 */
export async function creditOutageByHand(
  tx: Tx,
  hand: Hand,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  now: Date,
): Promise<number> {
  const rentals = await countRunningIn(tx, { startsAt, endsAt });
  const subject: Subject = ['outage', startsAt.toISOString()];
  const entry = { action: 'rentals.credit-outage', subject, after: { startsAt, endsAt, rentals } } as const;
  await recordAudit(tx, hand, entry, now);
  await noteOutage(tx, { startsAt, endsAt, notedBy: hand.who }, now);
  return rentals;
}
