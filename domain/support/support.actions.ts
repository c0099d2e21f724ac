import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { endSessions, findAccount, type AuthServices } from '#domain/auth/auth.ts';
import { giveTime } from '#domain/buying/buying.ts';
import { mailVerificationAgain } from '#domain/members/members.ts';
import { scheduleErasure, type PrivacyServices } from '#domain/privacy/privacy.ts';
import { resumeByHand } from '#domain/renewals/renewals.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { DomainError } from '#shared/domain-error.ts';
import { MAX_ID } from '#shared/ids.ts';

export interface SupportActionServices {
  sessions: AuthServices['sessions'];
  privacy: PrivacyServices;
}

/** Days that one person gives one member without a second person. */
const DAYS_ALONE = 31;
const MEMBERS_AT_ONCE = 50;

const memberId = z.number().int().min(1).max(MAX_ID);
const memberInput = z.object({ member_id: memberId });

async function demandAccount(tx: Tx, id: number) {
  const account = await findAccount(tx, id);
  if (account === null) throw new DomainError('dataNotFound', `member ${id} does not exist`);
  return account;
}

/** What staff do for members. Nobody acts as the member, and no secret of theirs is read. */
export const supportActions = ({ sessions, privacy }: SupportActionServices): StaffAction[] => [
  staffAction({
    name: 'members.see-contact',
    permission: 'members.see-contact',
    input: memberInput,
    // The call `/api/staff/members/{id}/contact` then shows it; the reply of an action is kept for a day.
    async run(tx, { hand, now }, { member_id: id }) {
      await demandAccount(tx, id);
      const entry = { action: 'members.see-contact', subject: ['member', id], after: { minutes: 5 } } as const;
      await recordAudit(tx, hand, entry, now);
    },
  }),
  staffAction({
    name: 'members.end-sessions',
    permission: 'members.help',
    input: memberInput,
    async run(tx, { hand, now }, { member_id: id }) {
      await demandAccount(tx, id);
      const { ended } = await endSessions({ db: tx, sessions }, id);
      const event = { kind: 'sessions-ended', detail: { count: String(ended), by: 'staff' } } as const;
      await recordSecurityEvent(tx, { memberId: id, ...event, userAgent: '', remoteIp: '', now });
      await recordAudit(tx, hand, { action: 'members.end-sessions', subject: ['member', id], after: { ended } }, now);
      return { result: { ended } };
    },
  }),
  staffAction({
    name: 'members.resend-verification',
    permission: 'members.help',
    input: memberInput,
    needsReason: false,
    async run(tx, { hand, now }, { member_id: id }) {
      await mailVerificationAgain(tx, id, now);
      await recordAudit(tx, hand, { action: 'members.resend-verification', subject: ['member', id] }, now);
    },
  }),
  staffAction({
    name: 'subscriptions.give',
    permission: 'members.give-time',
    input: z.object({
      member_ids: z.array(memberId).min(1).max(MEMBERS_AT_ONCE),
      plan_id: z.number().int().min(1).max(MAX_ID),
      days: z.number().int().min(1).max(3_660),
    }),
    assigned: ['subscriptionId'],
    secondPerson: {
      permission: 'money.approve',
      isNeeded: (_tx, _call, { member_ids: ids, days }) => new Set(ids).size > 1 || days > DAYS_ALONE,
    },
    async run(tx, { hand, now }, { member_ids: ids, plan_id: planId, days }) {
      // In order of ids: two runs lock the same accounts in the same order.
      for (const id of [...new Set(ids)].toSorted((a, b) => a - b))
        await giveTime(tx, hand, { memberId: id, planId, days }, now);
    },
  }),
  staffAction({
    name: 'subscriptions.resume',
    permission: 'members.help',
    input: memberInput,
    async run(tx, { hand, now }, { member_id: id }) {
      await demandAccount(tx, id);
      await resumeByHand(tx, hand, id, now);
    },
  }),
  staffAction({
    name: 'members.erase',
    permission: 'members.erase',
    input: memberInput,
    needsProof: true,
    assigned: ['eraseAt'],
    secondPerson: { permission: 'members.erase', isNeeded: () => true },
    async run(tx, { hand, now }, { member_id: id }) {
      const eraseAt = await scheduleErasure(tx, privacy, id, now);
      const entry = {
        action: 'members.erase',
        subject: ['member', id],
        before: { state: 'active' },
        after: { state: 'deleting', eraseAt: eraseAt.toISOString() },
      } as const;
      await recordAudit(tx, hand, entry, now);
    },
  }),
  staffAction({
    name: 'members.export',
    permission: 'members.export',
    input: memberInput,
    needsProof: true,
    secondPerson: { permission: 'members.export', isNeeded: () => true },
    // The call `/api/staff/members/{id}/export` then answers the file to who asked.
    async run(tx, { hand, now }, { member_id: id }) {
      await demandAccount(tx, id);
      await recordAudit(tx, hand, { action: 'members.export', subject: ['member', id], after: { hours: 24 } }, now);
    },
  }),
];
