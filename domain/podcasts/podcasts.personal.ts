import { podcastFeeds } from '#db/tables/podcasts.ts';
import { HASH, INNER, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const PODCASTS_PERSONAL = {
  podcastFeeds: {
    table: podcastFeeds,
    column: podcastFeeds.memberId,
    by: 'memberId',
    title: 'Podcast 私人連結',
    shown: {
      name: '名稱',
      programId: '節目編號',
      quality: '音質',
      createdAt: '建立時間',
      usedAt: '上次讀取時間',
      revokedAt: '停用時間',
    },
    withheld: { id: INNER, memberId: INNER, tokenHash: HASH },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
