import { invitations } from '#db/tables/invitations.ts';
import { INNER, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module, by address, because people without an account can be invited. */
export const INVITATIONS_PERSONAL = {
  invitations: {
    table: invitations,
    column: invitations.emailKey,
    by: 'emailKey',
    title: '邀請',
    shown: {
      eventId: '活動編號',
      givenName: '稱呼',
      email: '電郵地址',
      maxSeats: '最多人數',
      state: '回覆',
      seats: '人數',
      guests: '同行朋友',
      food: '飲食需要',
      help: '需要協助',
      answeredAt: '回覆時間',
      waitingSince: '候補時間',
      offerEndsAt: '座位保留至',
      createdAt: '邀請時間',
      updatedAt: '更新時間',
    },
    withheld: { id: INNER, emailKey: 'the same address, normalised for comparison' },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
