import { HASH, INNER, type PersonalTable } from '#db/personal-table.ts';
import { familyInvitations, familySeats } from '#db/tables/families.ts';

/** Personal data of this module. An erasure frees the seats: of its member, and of a payer’s whole family. */
export const FAMILIES_PERSONAL = {
  familySeats: {
    table: familySeats,
    column: familySeats.memberId,
    by: 'memberId',
    title: '家庭計劃',
    shown: { joinedAt: '加入時間', leftAt: '離開時間', leftWhy: '離開原因' },
    withheld: { id: INNER, memberId: INNER, seat: INNER, ownerId: 'another person: the payer' },
    erase: 'delete',
  },
  familyPeople: {
    table: familySeats,
    column: familySeats.ownerId,
    by: 'memberId',
    title: '付款的家庭計劃',
    shown: { joinedAt: '加入時間', leftAt: '離開時間', leftWhy: '離開原因' },
    withheld: { id: INNER, ownerId: INNER, seat: INNER, memberId: 'another person: who is in the family' },
    erase: 'delete',
  },
  familyInvitations: {
    table: familyInvitations,
    column: familyInvitations.ownerId,
    by: 'memberId',
    title: '家庭計劃邀請',
    shown: { email: '邀請的電郵', createdAt: '邀請時間', sentAt: '寄出時間', expiresAt: '有效至' },
    withheld: { id: INNER, ownerId: INNER, emailKey: INNER, tokenHash: HASH },
    erase: 'delete',
  },
  familyInvitationsReceived: {
    table: familyInvitations,
    column: familyInvitations.emailKey,
    by: 'emailKey',
    title: '收到的家庭計劃邀請',
    shown: { email: '電郵', createdAt: '邀請時間', sentAt: '寄出時間', expiresAt: '有效至' },
    withheld: { id: INNER, emailKey: INNER, tokenHash: HASH, ownerId: 'another person: the payer' },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
