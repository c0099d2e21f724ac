import { heardSpans, playbackPositionEvents, playbackLeases, recordingPauses } from '#db/tables/playback.ts';
import { INNER, type PersonalTable } from '#db/personal-table.ts';

const DEVICE_KEY = 'a random name that a browser gave itself and that says nothing';

/** Personal data of this module. */
export const PLAYBACK_PERSONAL = {
  playbackLeases: {
    table: playbackLeases,
    column: playbackLeases.memberId,
    by: 'memberId',
    title: '播放重溫的裝置',
    shown: {
      deviceName: '裝置',
      streamId: '頻道或錄音編號',
      startsAt: '所播內容由',
      endsAt: '所播內容至',
      startedAt: '開始播放',
      renewedAt: '最後播放',
      pausedAt: '暫停',
      endedAt: '結束',
      endedWhy: '結束原因',
    },
    withheld: {
      id: INNER,
      memberId: INNER,
      sessionId: INNER,
      deviceKey: DEVICE_KEY,
      epoch: INNER,
      remoteSerial: INNER,
    },
    erase: 'delete',
  },
  placeEvents: {
    table: playbackPositionEvents,
    column: playbackPositionEvents.memberId,
    by: 'memberId',
    title: '收聽位置',
    shown: {
      deviceName: '裝置',
      streamId: '頻道或錄音編號',
      at: '位置',
      heardAt: '收聽時間',
      movedMs: '收聽長度（毫秒）',
      receivedAt: '收到時間',
    },
    withheld: { memberId: INNER, deviceKey: DEVICE_KEY, sequence: INNER },
    erase: 'delete',
  },
  heardSpans: {
    table: heardSpans,
    column: heardSpans.memberId,
    by: 'memberId',
    title: '聽過的部分',
    shown: { streamId: '頻道或錄音編號', dayHk: '日期', spans: '聽過的時段' },
    withheld: { memberId: INNER },
    erase: 'delete',
  },
  recordingPauses: {
    table: recordingPauses,
    column: recordingPauses.memberId,
    by: 'memberId',
    title: '暫停收聽紀錄',
    shown: { spans: '暫停記錄的時段' },
    withheld: { memberId: INNER },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
