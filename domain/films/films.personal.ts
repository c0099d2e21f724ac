import { rentals } from '#db/tables/films.ts';
import { INNER, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const FILMS_PERSONAL = {
  rentals: {
    table: rentals,
    column: rentals.memberId,
    by: 'memberId',
    title: '租看影片',
    shown: {
      videoId: '影片編號',
      source: '來源',
      orderId: '訂單編號',
      paidCents: '金額（港仙）',
      rentedAt: '租看時間',
      watchBy: '最遲收看至',
      watchHours: '開始後可看時數',
      resumeAt: '上次看到',
      startedAt: '開始播放',
      givenBackMs: '補回時間（毫秒）',
      endsAt: '結束',
      endedAt: '提早結束',
      endedWhy: '提早結束原因',
      hiddenAt: '由清單移走',
    },
    withheld: { id: INNER, memberId: INNER },
    erase: 'keep',
    keptBecause: 'the station must account for its sales; without the member id a rental identifies nobody',
  },
} as const satisfies Record<string, PersonalTable>;
