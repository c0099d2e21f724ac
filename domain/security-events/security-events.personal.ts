import { securityEvents } from '#db/tables/security-events.ts';
import { INNER, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const SECURITY_EVENTS_PERSONAL = {
  securityEvents: {
    table: securityEvents,
    column: securityEvents.memberId,
    by: 'memberId',
    title: '帳戶安全紀錄',
    shown: { kind: '事項', userAgent: '瀏覽器', remoteIp: 'IP 地址', detail: '詳情', createdAt: '時間' },
    withheld: { id: INNER, memberId: INNER },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
