import type { ScreenReply } from '#app/player/screen/screen-reply.ts';

export const FILM_STARTS_MS = Date.parse('2026-01-01T00:00:00.000Z');
export const FILM_LASTS_MS = 5_400_000;
const HOUR_S = 3_600;

/** Response of the call for a 90-minute film that is rented and not begun, at an instant of the station's clock. */
export function screenReply(nowMs: number, changes: Partial<ScreenReply> = {}): ScreenReply {
  const span = `${FILM_STARTS_MS}-${FILM_STARTS_MS + FILM_LASTS_MS}`;
  const path = (rendition: string) => `/replay/grant-0/1000001/${rendition}/${span}.m3u8`;
  const nowS = nowMs / 1000;
  return {
    items: [
      { default_encode_profile_output_id: 21, path: path('v21') },
      { default_encode_profile_output_id: 24, path: path('v24') },
      { default_encode_profile_output_id: 25, path: path('v25') },
      { default_encode_profile_output_id: 11, path: path('audio') },
    ],
    lease: { id: '00000000-0000-4000-8000-000000000002', epoch: 1, renew_s: 10 },
    stream_id: 1_000_001,
    start_ts: FILM_STARTS_MS / 1000,
    end_ts: (FILM_STARTS_MS + FILM_LASTS_MS) / 1000,
    is_over: true,
    place: null,
    captions: [{ lang: 'zh-Hant-HK', label: '中文', src: '/replay/grant-0/1000001/captions/zh-Hant-HK.vtt' }],
    stills: { src: '/stills.jpg', width: 160, height: 90, columns: 10, stepMs: 10_000 },
    window: { startsAt: null, mustFinishBy: nowS + 48 * HOUR_S, endsAt: nowS + 30 * 24 * HOUR_S },
    qualities: [21, 24, 25],
    ...changes,
  };
}
