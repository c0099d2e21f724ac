import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { heldRoleSchema } from './staff.schema.ts';
import { reviewBreakGlass } from './break-glass.ts';
import { disableAccount, grantRole, inviteAgain, inviteStaff, revokeRole, type StaffServices } from './staff.ts';

const accountId = z.number().int().min(1).max(MAX_ID);
const account = z.object({ account_id: accountId });
const roleOfAccount = heldRoleSchema.extend({ account_id: accountId });

/**
 * Who may enter the desk, and with which roles. A role is granted, also by an invitation, by two persons: what one alone
 * could grant, one alone could do.
 */
export const staffActions = (services: Pick<StaffServices, 'deskUrl'>): StaffAction[] => [
  staffAction({
    name: 'staff.invite',
    permission: 'staff.invite',
    input: heldRoleSchema.extend({ email: z.string().trim().max(254), name: z.string().trim().max(60) }),
    needsProof: true,
    secondPerson: { permission: 'staff.approve', isNeeded: () => true },
    assigned: ['subject_id'],
    async run(tx, { hand, now }, person) {
      const { accountId: id } = await inviteStaff(tx, services, hand, person, now);
      return { result: { account_id: id } };
    },
  }),
  staffAction({
    name: 'staff.invite-again',
    permission: 'staff.invite',
    input: account,
    needsProof: true,
    run: async (tx, { hand, now }, { account_id: id }) => void (await inviteAgain(tx, services, hand, id, now)),
  }),
  staffAction({
    name: 'staff.disable',
    permission: 'staff.invite',
    input: account,
    needsProof: true,
    run: (tx, { hand, now }, { account_id: id }) => disableAccount(tx, hand, id, now),
  }),
  staffAction({
    name: 'staff.grant-role',
    permission: 'staff.roles',
    input: roleOfAccount,
    needsProof: true,
    secondPerson: { permission: 'staff.approve', isNeeded: () => true },
    run: (tx, { hand, now }, { account_id: id, ...held }) => grantRole(tx, hand, id, held, now),
  }),
  staffAction({
    name: 'staff.revoke-role',
    permission: 'staff.roles',
    input: roleOfAccount,
    needsProof: true,
    run: (tx, { hand, now }, { account_id: id, ...held }) => revokeRole(tx, hand, id, held, now),
  }),
  staffAction({
    name: 'staff.review-break-glass',
    permission: 'staff.roles',
    input: account,
    needsProof: true,
    run: (tx, { hand, now }, { account_id: id }) => reviewBreakGlass(tx, hand, id, now),
  }),
];
