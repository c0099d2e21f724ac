import { memberSessions } from '#db/tables/auth.ts';
import { INNER, HASH, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const AUTH_PERSONAL = {
  sessions: {
    table: memberSessions,
    column: memberSessions.memberId,
    by: 'memberId',
    title: '登入的瀏覽器',
    shown: {
      userAgent: '瀏覽器',
      remoteIp: 'IP 地址',
      rememberMe: '保持登入',
      provedAt: '最後以密碼證明身分',
      seenAt: '最後使用',
      expiresAt: '到期',
      createdAt: '登入時間',
    },
    withheld: { id: INNER, memberId: INNER, tokenHash: HASH, epoch: INNER },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
