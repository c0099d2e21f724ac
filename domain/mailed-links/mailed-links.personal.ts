import { mailedLinks } from '#db/tables/mailed-links.ts';
import { INNER, HASH, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const MAILED_LINKS_PERSONAL = {
  mailedLinks: {
    table: mailedLinks,
    column: mailedLinks.memberId,
    by: 'memberId',
    title: '寄出的連結',
    shown: { purpose: '用途', email: '電郵地址', expiresAt: '失效時間', usedAt: '使用時間', createdAt: '寄出時間' },
    withheld: { id: INNER, codeHash: HASH, memberId: INNER, registrationId: INNER, epoch: INNER },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
