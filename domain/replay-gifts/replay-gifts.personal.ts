import { HASH, INNER, type PersonalTable } from '#db/personal-table.ts';
import { replayGifts } from '#db/tables/replay-gifts.ts';

const KEPT = 'the other person of a gift keeps it; without the member id it identifies nobody';

/** Personal data of this module. Neither side learns from an export what the other did. */
export const REPLAY_GIFTS_PERSONAL = {
  givenReplays: {
    table: replayGifts,
    column: replayGifts.giverId,
    by: 'memberId',
    title: '送出嘅重溫',
    shown: {
      archiveId: '節目重溫編號',
      monthHk: '月份',
      createdAt: '送出時間',
      expiresAt: '連結到期',
      endedAt: '收回或失效時間',
      endedWhy: '收回或失效原因',
    },
    withheld: {
      id: INNER,
      giverId: INNER,
      tokenHash: HASH,
      recipientId: 'another person: the recipient',
      acceptedAt: 'data of another person: when the recipient accepted',
      endsAt: 'data of another person: until when the recipient can play',
    },
    erase: 'keep',
    keptBecause: KEPT,
  },
  receivedReplays: {
    table: replayGifts,
    column: replayGifts.recipientId,
    by: 'memberId',
    title: '收到嘅重溫',
    shown: { archiveId: '節目重溫編號', acceptedAt: '接受時間', endsAt: '結束' },
    withheld: {
      id: INNER,
      recipientId: INNER,
      tokenHash: HASH,
      giverId: 'another person: the giver',
      monthHk: 'data of another person: the giver’s month',
      createdAt: 'data of another person: when it was given',
      expiresAt: 'data of another person: of the giver’s link',
      endedAt: 'always empty once accepted',
      endedWhy: 'always empty once accepted',
    },
    erase: 'keep',
    keptBecause: KEPT,
  },
} as const satisfies Record<string, PersonalTable>;
