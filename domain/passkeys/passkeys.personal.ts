import { passkeyChallenges, passkeys } from '#db/tables/passkeys.ts';
import { INNER, SECRET, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const PASSKEYS_PERSONAL = {
  passkeys: {
    table: passkeys,
    column: passkeys.memberId,
    by: 'memberId',
    title: '通行密鑰',
    shown: {
      name: '名稱',
      transports: '連接方式',
      isBackedUp: '已同步備份',
      usedAt: '最後使用',
      createdAt: '加入時間',
    },
    withheld: {
      id: INNER,
      memberId: INNER,
      credentialId: 'identifies the key to its device; says nothing about its holder',
      publicKey: 'verifies signatures; says nothing about its holder',
      counter: INNER,
    },
    erase: 'delete',
  },
  passkeyChallenges: {
    table: passkeyChallenges,
    column: passkeyChallenges.memberId,
    by: 'memberId',
    title: '未完成的通行密鑰設定',
    shown: { expiresAt: '失效時間' },
    withheld: { challenge: SECRET, memberId: INNER },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
