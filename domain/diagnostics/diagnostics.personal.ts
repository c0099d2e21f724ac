import { diagnosticReports } from '#db/tables/diagnostics.ts';
import { INNER, SECRET, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const DIAGNOSTICS_PERSONAL = {
  diagnosticReports: {
    table: diagnosticReports,
    column: diagnosticReports.memberId,
    by: 'memberId',
    title: '裝置檢查',
    shown: { eventId: '節目編號', result: '結果', checks: '量度所得', device: '裝置', createdAt: '傳送時間' },
    withheld: { id: INNER, memberId: INNER, code: SECRET },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
