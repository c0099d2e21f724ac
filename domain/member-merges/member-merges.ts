import type { Db, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { endSessions, findAccount, memberChanged, type AuthServices } from '#domain/auth/auth.ts';
import { maskedEmail } from '#domain/forms/email.rules.ts';
import { lockLists } from '#domain/library/library.ts';
import { lockMembers, movePhone, setMergedInto, type MergingMember } from '#domain/members/members.ts';
import { lockAccount } from '#domain/payments/payments.ts';
import { endLeasesWithoutSession } from '#domain/playback/playback.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { reversibleUntil, type MergeRefusal, type UnmergeRefusal } from './member-merges.rules.ts';
import {
  countRows,
  deleteOldRows,
  findMerges,
  findObstacles,
  hasTakenOver,
  insertMerge,
  lockMergeOf,
  moveRows,
  returnRows,
  setUnmerged,
  type Merge,
  type Pair,
} from './member-merges.store.ts';
import { MOVING } from './merge-tables.ts';

export interface MergeServices {
  sessions: AuthServices['sessions'];
}

/** Far more than any member has; each is recorded, and all are moved in one transaction. */
const MAX_ROWS = 300_000;
const MAX_MERGES = 20;
const NOBODYS = { userAgent: '', remoteIp: '' };

const refuse = (why: MergeRefusal | UnmergeRefusal): never => {
  throw refused(why);
};

/** Locks payments before members, and both in the order of ids, as every payment does. */
async function lockPair(tx: Tx, { keptId, mergedId }: Pair): Promise<{ kept: MergingMember; merged: MergingMember }> {
  const ids = [keptId, mergedId].toSorted((a, b) => a - b);
  for (const id of ids) {
    // An account of payments is made with its first lock, and needs its member.
    if ((await findAccount(tx, id)) === null) throw new DomainError('dataNotFound', `member ${id} does not exist`);
    await lockAccount(tx, id);
  }
  const found = await lockMembers(tx, ids);
  const [kept, merged] = [found.get(keptId), found.get(mergedId)];
  if (!kept || !merged) throw new DomainError('dataNotFound', 'one of the members does not exist');
  return { kept, merged };
}

async function demandMergeable(tx: Tx, kept: MergingMember, merged: MergingMember, now: Date): Promise<void> {
  if (kept.state !== 'active') refuse('kept-not-active');
  if (merged.state !== 'active') refuse('merged-not-active');
  if (await hasTakenOver(tx, merged.id)) refuse('took-over-before');
  const pair = { keptId: kept.id, mergedId: merged.id };
  const found = await findObstacles(tx, pair, now);
  if (found.recurring) refuse('recurring-payment');
  if (found.open) refuse('open-order');
  if (found.offline) refuse('offline-application');
  if (found.twoPlans) refuse('two-plans');
  if (found.planOverlaps) refuse('plan-overlaps');
  if (found.sameFilm) refuse('same-film');
  if (found.inFamily) refuse('in-a-family');
  if ((await countRows(tx, merged.id, MOVING)) > MAX_ROWS) refuse('too-much');
}

/** Tables that change while a member listens; an approval does not depend on their numbers. */
const LISTENING = new Set(['playback_position_events', 'heard_spans', 'history_entries', 'member_songs']);

/**
 * Moves what belongs to one member to another, who stays, and closes the account of the first. Each moved row is
 * recorded, so that the merge can be undone for seven days. Passwords, passkeys, sessions, tokens and cards do not
 * move. Refused with what must be done first, such as while both have a plan that runs.
 */
export async function mergeMembers(
  tx: Tx,
  { sessions }: MergeServices,
  hand: Hand,
  pair: Pair,
  now: Date,
): Promise<void> {
  const { keptId, mergedId } = pair;
  if (keptId === mergedId) refuse('same-member');
  const { kept, merged } = await lockPair(tx, pair);
  await demandMergeable(tx, kept, merged, now);
  await lockLists(tx, keptId);
  const movesPhone = kept.phoneNo === null && merged.phoneVerifiedAt !== null;
  const phoneVerifiedAt = movesPhone ? merged.phoneVerifiedAt : null;
  const mergeId = await insertMerge(tx, { keptId, mergedId, mergedAt: now, phoneVerifiedAt });
  if (movesPhone) await movePhone(tx, merged, keptId, now);
  const moves: Record<string, number> = {};
  const listening: Record<string, number> = {};
  const stays: Record<string, number> = {};
  for (const moving of MOVING) {
    const { table, moved, combined, stayed } = await moveRows(tx, mergeId, pair, moving);
    const counts = LISTENING.has(table) ? listening : moves;
    if (moved + combined > 0) counts[table] = (counts[table] ?? 0) + moved + combined;
    if (stayed > 0) stays[table] = (stays[table] ?? 0) + stayed;
  }
  await setMergedInto(tx, mergedId, keptId, now);
  await endSessions({ db: tx, sessions }, mergedId);
  await endLeasesWithoutSession(tx, { memberId: mergedId }, now);
  await memberChanged(tx, keptId);
  const told = { kind: 'account-merged', ...NOBODYS, now } as const;
  const into = kept.email === null ? '' : maskedEmail(kept.email);
  const from = merged.email === null ? '' : maskedEmail(merged.email);
  await recordSecurityEvent(tx, { memberId: mergedId, detail: { into }, ...told });
  await recordSecurityEvent(tx, { memberId: keptId, detail: { from }, ...told });
  const until = reversibleUntil({ mergedAt: now }).toISOString();
  const action = 'members.merge';
  const after = { mergedId, phone: movesPhone, ...moves, listening, stays, reversibleUntil: until };
  await recordAudit(tx, hand, { action, subject: ['member', keptId], after }, now);
  const closed = { before: { state: 'active' }, after: { state: 'inactive', mergedInto: keptId } };
  await recordAudit(tx, hand, { action, subject: ['member', mergedId], ...closed }, now);
}

/**
 * Undoes a merge within seven days: rows that have not changed since become those of the member who was merged, as
 * they were, and their account opens again. What changed since stays, and its keys are reported.
 */
export async function unmergeMembers(tx: Tx, hand: Hand, mergedId: number, now: Date): Promise<void> {
  const merge = await lockMergeOf(tx, mergedId);
  if (merge === null) return refuse('not-merged');
  if (reversibleUntil(merge) <= now) refuse('too-late');
  const { id, keptId } = merge;
  const { kept, merged } = await lockPair(tx, merge);
  if (kept.state !== 'active' || merged.state !== 'inactive') refuse('being-erased');
  await lockLists(tx, keptId);
  const isSamePhone =
    merge.phoneVerifiedAt !== null && kept.phoneVerifiedAt?.getTime() === merge.phoneVerifiedAt.getTime();
  if (isSamePhone) await movePhone(tx, kept, mergedId, now);
  const returns: Record<string, number> = {};
  const stays: Record<string, unknown[]> = {};
  // The last moved is the first to return: a row may have moved under two of its columns.
  for (const moving of MOVING.toReversed()) {
    const { table, returned, stayed, keys } = await returnRows(tx, id, merge, moving);
    if (returned > 0) returns[table] = (returns[table] ?? 0) + returned;
    if (stayed > 0) stays[table] = [...(stays[table] ?? []), ...keys, ...(stayed > keys.length ? [stayed] : [])];
  }
  await setMergedInto(tx, mergedId, null, now);
  await setUnmerged(tx, id, now);
  await memberChanged(tx, keptId);
  const told = { kind: 'account-unmerged', detail: {}, ...NOBODYS, now } as const;
  for (const memberId of [keptId, mergedId]) await recordSecurityEvent(tx, { memberId, ...told });
  const action = 'members.unmerge';
  const phone = merge.phoneVerifiedAt !== null && (isSamePhone ? 'returns' : 'stays');
  await recordAudit(tx, hand, { action, subject: ['member', keptId], after: { mergedId, phone, returns, stays } }, now);
  const opened = { before: { state: 'inactive' }, after: { state: 'active' } };
  await recordAudit(tx, hand, { action, subject: ['member', mergedId], ...opened }, now);
}

/** Merges in force that a member was part of, newest first. */
export const listMerges = (db: Db, memberId: number): Promise<Merge[]> => findMerges(db, memberId, MAX_MERGES);

/** Deletes what is recorded of merges that can no longer be undone. */
export const forgetOldMerges = (db: Db, now: Date): Promise<void> =>
  deleteOldRows(db, new Date(2 * now.getTime() - reversibleUntil({ mergedAt: now }).getTime()));
