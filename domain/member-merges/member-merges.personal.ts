import { INNER, type PersonalTable } from '#db/personal-table.ts';
import { memberMergeRows, memberMerges } from '#db/tables/member-merges.ts';

const times = { mergedAt: '合併時間', unmergedAt: '還原時間' };
const withheld = {
  id: INNER,
  keptId: 'the other account of the same member',
  mergedId: INNER,
  phoneVerifiedAt: 'the time at which the number was verified, as the account has it',
};

/** Personal data of this module. What is recorded of rows has their keys, and goes with its merge. */
export const MEMBER_MERGES_PERSONAL = {
  mergeRows: {
    table: memberMergeRows,
    column: memberMerges.keptId,
    by: 'memberId',
    through: { own: memberMergeRows.mergeId, other: memberMerges.id },
    title: '合併時移過的紀錄',
    shown: { tableName: '種類' },
    withheld: {
      mergeId: INNER,
      key: INNER,
      formerOwner: INNER,
      former: 'what the row had before, as the row of the other account had it',
      rowHash: INNER,
    },
    erase: 'delete',
  },
  merges: {
    table: memberMerges,
    column: memberMerges.keptId,
    by: 'memberId',
    title: '併入的帳戶',
    shown: times,
    withheld,
    erase: 'delete',
  },
  mergedAway: {
    table: memberMerges,
    column: memberMerges.mergedId,
    by: 'memberId',
    title: '併入另一個帳戶',
    shown: times,
    withheld,
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
