import { hash, randomBytes } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { hasEnded } from '#domain/archive/archive.rules.ts';
import { assertNotSuspended, getBroadcast, type Broadcast } from '#domain/archive/archive.ts';
import { can } from '#domain/auth/auth.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import { giftEndsAt, giftStateOf, linkExpiresAt, monthOf, type GiftState } from './replay-gifts.rules.ts';
import { accept, endLapsed, findByToken, findGiven, findReceived, insertGift, withdraw } from './replay-gifts.store.ts';

const TOKEN_BYTES = 32;
const MAX_GIVEN = 24;
const tokenHashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** A complete broadcast that can be heard now; throws 121001 if there is none, and code 20 while playing is suspended. */
async function playable(db: Db | Tx, archiveId: number, now: Date): Promise<Broadcast> {
  await assertNotSuspended(db, 'archive.play');
  const found = await getBroadcast(db, archiveId);
  if (!found?.broadcast.isOver || hasEnded(found.broadcast, now)) throw new DomainError('noRightToPlay');
  return found.broadcast;
}

/** Gives a replay. Returns the code of its link, which is not stored. Throws 1 if this month's gift was given. */
export async function giveReplay(
  { db, now }: { db: Db; now: Date },
  actor: MemberActor,
  archiveId: number,
): Promise<{ token: string }> {
  const refusal = can(actor, 'usePlan');
  if (refusal !== null) throw new DomainError(refusal);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const giverId = actor.memberId;
  await db.transaction(async (tx) => {
    const { id } = await playable(tx, archiveId, now);
    await endLapsed(tx, giverId, now);
    const gift = { giverId, archiveId: id, monthHk: monthOf(now), tokenHash: tokenHashOf(token) };
    const isGiven = await insertGift(tx, { ...gift, createdAt: now, expiresAt: linkExpiresAt(now) });
    if (!isGiven) throw new DomainError('conflict', 'a gift of this month was given');
  });
  return { token };
}

/** Takes back a gift that nobody accepted; throws 6 if it is not theirs, or was accepted. */
export async function withdrawGift(
  { db, now }: { db: Db; now: Date },
  { memberId }: MemberActor,
  id: number,
): Promise<void> {
  if (!isPossibleId(id) || !(await withdraw(db, memberId, id, now))) throw new DomainError('dataNotFound');
}

/** Accepts a gift for 48 hours. A second press of its recipient changes nothing; everybody else is refused with 6. */
export async function acceptGift(
  { db, now }: { db: Db; now: Date },
  { memberId }: MemberActor,
  token: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const gift = await accept(tx, tokenHashOf(token), { recipientId: memberId, now, endsAt: giftEndsAt(now) });
    // Its hours do not begin with a replay that cannot be heard.
    if (gift) await playable(tx, gift.archiveId, now);
    else if ((await findByToken(tx, tokenHashOf(token)))?.recipientId !== memberId)
      throw new DomainError('dataNotFound');
  });
}

/** A gift as its link shows it. `own`: the caller is its giver; `gone`: not to be accepted by the caller. */
export async function findGift(
  { db, now }: { db: Db; now: Date },
  { memberId }: MemberActor,
  token: string,
): Promise<{ state: 'waiting' | 'mine' | 'own' | 'gone'; broadcast: Broadcast | null; endsAt: Date | null }> {
  const gift = await findByToken(db, tokenHashOf(token));
  const broadcast = gift ? ((await getBroadcast(db, gift.archiveId))?.broadcast ?? null) : null;
  if (gift === null || broadcast === null || hasEnded(broadcast, now))
    return { state: 'gone', broadcast: null, endsAt: null };
  const shown = { broadcast, endsAt: gift.endsAt };
  if (gift.giverId === memberId) return { state: 'own', ...shown };
  const state = giftStateOf(gift, now);
  if (state === 'accepted' && gift.recipientId === memberId) return { state: 'mine', ...shown };
  // Not revealed: who else has it, and until when.
  return state === 'waiting' ? { state: 'waiting', ...shown } : { state: 'gone', broadcast: null, endsAt: null };
}

/** A member's gifts, newest first, and whether this month's is left. */
export async function listGiven(
  { db, now }: { db: Db; now: Date },
  { memberId }: MemberActor,
): Promise<{
  isLeft: boolean;
  gifts: { id: number; state: GiftState; createdAt: Date; broadcast: Broadcast | null }[];
}> {
  const rows = await findGiven(db, memberId, MAX_GIVEN);
  const gifts = await Promise.all(
    rows.map(async (gift) => ({
      id: gift.id,
      state: giftStateOf(gift, now),
      monthHk: gift.monthHk,
      createdAt: gift.createdAt,
      broadcast: (await getBroadcast(db, gift.archiveId))?.broadcast ?? null,
    })),
  );
  const isUsed = gifts.some(
    ({ state, monthHk }) => monthHk === monthOf(now) && state !== 'withdrawn' && state !== 'lapsed',
  );
  return { isLeft: !isUsed, gifts };
}

/** The broadcasts that each of these members was given and can play now. Members without any are absent. */
export async function receivedReplays(
  db: Db | Tx,
  memberIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const received = new Map<number, Set<number>>();
  if (memberIds.length === 0) return received;
  for (const { memberId, archiveId } of await findReceived(db, memberIds, now))
    if (memberId !== null) received.set(memberId, (received.get(memberId) ?? new Set()).add(archiveId));
  return received;
}
