import { INNER, type PersonalTable } from '#db/personal-table.ts';
import { trackingEvents } from '#db/tables/tracking.ts';

const CUT = 'part of an address or of a browser name, or a pseudonym valid for one day; identifies nobody by itself';

/** Personal data of a member that this module holds, for thirty days and only with consent to statistics. */
export const TRACKING_PERSONAL = {
  trackingEvents: {
    table: trackingEvents,
    column: trackingEvents.memberId,
    by: 'memberId',
    title: '收聽及瀏覽統計',
    shown: {
      happenedAt: '時間',
      trackingType: '類型',
      contentType: '內容類型',
      contentId: '內容編號',
      programId: '節目編號',
      channel: '頻道',
      rendition: '音質',
      heard: '收聽的時段（毫秒）',
      keyword: '搜尋字詞',
      results: '搜尋結果數目',
      detail: '其他',
      consent: '同意的用途',
    },
    withheld: {
      receivedAt: INNER,
      source: INNER,
      reporter: INNER,
      session: INNER,
      seq: INNER,
      visitor: CUT,
      memberId: INNER,
      network: CUT,
      agent: CUT,
      platform: INNER,
      mediaType: INNER,
      playbackLogId: INNER,
      campaignId: INNER,
      tagType: INNER,
      weight: INNER,
    },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
