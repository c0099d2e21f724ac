import type { PlayReplyWire } from '#domain/archive/archive.schema.ts';

export const REPLAY_STARTS_MS = Date.parse('2026-11-21T01:00:00.000Z');
const HOUR_S = 3_600;

/** Response of the section call: the first hour of a two-hour broadcast, with a lease. */
export function replayReply(changes: Partial<PlayReplyWire> = {}): PlayReplyWire {
  const startS = REPLAY_STARTS_MS / 1000;
  const span = `${REPLAY_STARTS_MS}-${REPLAY_STARTS_MS + HOUR_S * 1000}`;
  return {
    section: {
      item_id: 11,
      program_archive_id: 1,
      program_id: 1,
      program_name: '的士高峰',
      title: null,
      display_date: '2026-11-21',
      display_start_time: '09:00',
      display_end_time: '10:00',
      broadcast_day: '2026-11-21',
      duration: HOUR_S,
      program_class: 1,
      section_no: 1,
      stream_id: 881,
      start_ts: startS,
      end_ts: startS + HOUR_S,
      is_over: true,
      is_ended: false,
      available_until_ts: null,
      free_seconds: 300,
      keyart_url: { src: '/a.webp', srcset: '', sizes: '', aspect_ratio: '16:9' },
      channel_bitwise: 1,
    },
    parts: [
      { item_id: 11, section_no: 1, title: null, start_ts: startS, end_ts: startS + HOUR_S },
      { item_id: 12, section_no: 2, title: '電話時間', start_ts: startS + HOUR_S, end_ts: startS + 2 * HOUR_S },
    ],
    items: [
      { default_encode_profile_output_id: 11, path: `/replay/grant-0/881/a128/${span}.m3u8` },
      { default_encode_profile_output_id: 12, path: `/replay/grant-0/881/a64/${span}.m3u8` },
    ],
    lease: { id: '00000000-0000-4000-8000-000000000001', epoch: 1, renew_s: 10 },
    grant_expires_ts: startS + 100_000,
    stream_id: 881,
    start_ts: startS,
    end_ts: startS + HOUR_S,
    is_over: true,
    place: null,
    missing: [],
    free_until_ts: null,
    ...changes,
  };
}

/** The same for its free beginning. */
export const freeReply = (minutes: number): PlayReplyWire => {
  const { start_ts } = replayReply();
  const until = start_ts + minutes * 60;
  return replayReply({ lease: null, end_ts: until, free_until_ts: until });
};
