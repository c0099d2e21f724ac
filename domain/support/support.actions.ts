import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { endSessions, findAccount, liftLogInLock, type AuthServices } from '#domain/auth/auth.ts';
import { endSeatBySupport } from '#domain/families/families.ts';
import { mailVerificationAgain, unlockDevices } from '#domain/members/members.ts';
import { endLeasesOfMember } from '#domain/playback/playback.ts';
import { scheduleErasure, type PrivacyServices } from '#domain/privacy/privacy.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { DomainError } from '#shared/domain-error.ts';
import { MAX_ID } from '#shared/ids.ts';

export interface SupportActionServices {
  sessions: AuthServices['sessions'];
  privacy: PrivacyServices;
}

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
    // For a member who is locked out: by too many devices, or by wrong passwords of their own or of strangers.
    name: 'members.end-devices',
    permission: 'members.help',
    input: memberInput,
    async run(tx, { hand, now }, { member_id: id }) {
      await demandAccount(tx, id);
      const ended = await endLeasesOfMember(tx, id, now);
      const isListUnlocked = await unlockDevices(tx, id, now);
      const isLogInUnlocked = (await liftLogInLock(tx, id)) > 0;
      await recordSecurityEvent(tx, { memberId: id, kind: 'lock-lifted', userAgent: '', remoteIp: '', now });
      const after = { ended, deviceListUnlocked: isListUnlocked, logInUnlocked: isLogInUnlocked };
      await recordAudit(tx, hand, { action: 'members.end-devices', subject: ['member', id], after }, now);
      return { result: { ended } };
    },
  }),
  staffAction({
    // For a payer it ends the family; their plan remains.
    name: 'members.leave-family',
    permission: 'members.help',
    input: memberInput,
    async run(tx, { hand, now }, { member_id: id }) {
      await demandAccount(tx, id);
      const ended = await endSeatBySupport(tx, id, now);
      if (ended === null) throw new DomainError('dataNotFound', `member ${id} is in no family`);
      const after = { payerId: ended.ownerId, removedIds: ended.memberIds };
      await recordAudit(tx, hand, { action: 'members.leave-family', subject: ['member', id], after }, now);
      return { result: { removed: ended.memberIds.length } };
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
    name: 'members.erase',
    permission: 'members.erase',
    input: memberInput,
    needsProof: true,
    momentary: ['eraseAt'],
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
    // The call `/api/staff/members/{id}/export` then returns the file to the requester.
    async run(tx, { hand, now }, { member_id: id }) {
      await demandAccount(tx, id);
      await recordAudit(tx, hand, { action: 'members.export', subject: ['member', id], after: { hours: 24 } }, now);
    },
  }),
];
