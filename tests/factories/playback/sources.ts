import type { ReplayView } from '#app/components/archive/replay-view.ts';
import { eventSource } from '#app/player/sources/event.ts';
import { fileSource } from '#app/player/sources/file.ts';

/** A recording of a minute in an article. */
export const fileOf = (src = '/media/articles/1/1') =>
  fileSource({
    src,
    media: 'audio',
    title: '訪問',
    from: '最新熱話',
    art: { src: '', srcset: '' },
    durationMs: 60_000,
    page: '/article/1',
  });

/** A concert with pictures. */
export const concertOf = (startsAtMs: number, over: Partial<Parameters<typeof eventSource>[0]> = {}) =>
  eventSource({
    eventId: 7,
    title: '冬夜場',
    from: '網上直播',
    art: { src: '', srcset: '' },
    page: '/live-event/7',
    startsAtMs,
    media: 'video',
    ...over,
  });

/** A whole broadcast with one part. */
export const replayView = (over: Partial<ReplayView> = {}): ReplayView => ({
  id: 7,
  title: '的士高峰',
  art: '',
  channels: [881],
  programId: 1,
  programHref: null,
  day: '2026-11-20',
  startsAtMs: 0,
  endsAtMs: 1_000_000,
  isOver: true,
  isEnded: false,
  parts: [{ id: 11, no: 1, title: '', startsAtMs: 0, endsAtMs: 1_000_000, freeSeconds: 300 }],
  ...over,
});
