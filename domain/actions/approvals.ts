import type { Db } from '#db/database.ts';
import { tellStaff } from '#db/notifications.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { liveKindOf } from '#shared/staff/live.ts';
import type { ShownRow } from '#shared/staff/shown-row.ts';
import { demandFreshProof, demandPermission, type StaffActor } from '#shared/staff/staff-actor.ts';
import { actionNamed, closeUnrun, hashOfRows, keepUndo, runPrepared, type ActionServices } from './actions.ts';
import { closeApproval, findApproval, findApprovals, lockApproval, type Approval } from './actions.store.ts';

const LISTED = 100;

export const listApprovals = (db: Db, { isOpen }: { isOpen: boolean }) => findApprovals(db, { isOpen, limit: LISTED });

function demandOpen(approval: Approval | null, now: Date): asserts approval is Approval {
  if (approval === null) throw new DomainError('dataNotFound');
  if (approval.state !== 'open') throw refused('decided-already');
  if (approval.expiresAt <= now) throw refused('approval-expired');
}

/**
 * Runs the action as the person who asked, in one transaction with the decision. Refused for the requester, without the
 * permission to approve, if the requester may not do it any more, and if it would change something else than was shown.
 */
export async function approve(
  { db, clock, actions, findActor }: ActionServices,
  approver: StaffActor,
  id: number,
): Promise<{ rows: ShownRow[] }> {
  const now = clock();
  return db.transaction(async (tx) => {
    const asked = await findApproval(tx, id);
    demandOpen(asked, now);
    const action = actionNamed(actions, asked.action);
    if (action.secondPerson === null) throw refused('approval-needless');
    demandPermission(approver, action.secondPerson);
    if (asked.askedBy === approver.accountId)
      throw new DomainError('forbidden', 'another person must approve what you asked for');
    demandFreshProof(approver, now);
    const prepared = action.prepare(asked.input);
    await prepared.hold(tx);
    // Another run may have closed it while this one waited.
    const approval = await lockApproval(tx, id);
    demandOpen(approval, now);
    const requester = await findActor(tx, approval.askedBy, now);
    if (requester === null) throw refused('asker-gone');
    demandPermission(requester, action.permission, await prepared.scopes(tx));
    const hand = { who: requester.name, why: approval.reason, accountId: requester.accountId, approvalId: id };
    const ran = await runPrepared(tx, action, prepared, { hand, now, isPreview: false });
    const { rows } = ran;
    if (!hashOfRows(rows, action).equals(approval.shownHash)) throw refused('approval-differs', { changed: rows });
    await keepUndo(tx, ran, now);
    await closeApproval(tx, id, { state: 'approved', decidedBy: approver.accountId, decidedAt: now });
    await recordAudit(
      tx,
      { who: approver.name, why: approval.reason, accountId: approver.accountId, approvalId: id },
      { action: 'approvals.approve', subject: ['approval', id], after: { action: approval.action } },
      now,
    );
    await tellStaff(tx, 'approvals');
    await tellStaff(tx, liveKindOf(approval.action));
    return { rows };
  });
}

/** The requester withdraws; an approver refuses. */
export async function refuseApproval(
  { db, clock, actions }: ActionServices,
  actor: StaffActor,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const now = clock();
  await db.transaction(async (tx) => {
    const approval = await lockApproval(tx, id);
    demandOpen(approval, now);
    const { secondPerson } = actionNamed(actions, approval.action);
    if (approval.askedBy !== actor.accountId && secondPerson !== null) demandPermission(actor, secondPerson);
    await closeUnrun(tx, approval, { who: actor.name, why: reason, accountId: actor.accountId, approvalId: id }, now);
  });
}
