import Hls from 'hls.js/light';

interface Played {
  seconds: number;
  stalls: number;
  droppedFrames: number;
}

const HLS_TYPE = 'application/vnd.apple.mpegurl';
/** Playback that takes longer than its length by this counts as failed. */
const EXTRA_MS = 15_000;

export const playsByItself = (): boolean => document.createElement('video').canPlayType(HLS_TYPE) !== '';
export const playsByScript = (): boolean => Hls.isSupported();

/**
 * Plays a few seconds of a playlist in an element, with sound, and counts stalls. Null: it did not play. The browser's
 * own player is used without Media Source.
 */
export function playTest(
  video: HTMLVideoElement,
  address: string,
  seconds: number,
  signal: AbortSignal,
): Promise<Played | null> {
  return new Promise((resolve) => {
    const hls = playsByScript() ? new Hls({ enableWorker: true }) : null;
    let stalls = 0;
    let hasBegun = false;
    const ended = new AbortController();
    const finish = (played: Played | null) => {
      ended.abort();
      clearTimeout(timer);
      video.pause();
      hls?.destroy();
      if (hls === null) video.removeAttribute('src');
      resolve(played);
    };
    const result = (): Played => ({
      seconds: Math.round(video.currentTime - startedAt),
      stalls,
      droppedFrames: video.getVideoPlaybackQuality().droppedVideoFrames,
    });
    let startedAt = 0;
    const timer = setTimeout(() => finish(hasBegun ? result() : null), seconds * 1_000 + EXTRA_MS);
    const on = { signal: ended.signal };
    video.addEventListener(
      'playing',
      () => {
        if (hasBegun) return;
        hasBegun = true;
        startedAt = video.currentTime;
      },
      on,
    );
    video.addEventListener(
      'waiting',
      () => {
        if (hasBegun) stalls += 1;
      },
      on,
    );
    video.addEventListener(
      'timeupdate',
      () => {
        if (hasBegun && video.currentTime - startedAt >= seconds) finish(result());
      },
      on,
    );
    video.addEventListener('ended', () => finish(hasBegun ? result() : null), on);
    video.addEventListener('error', () => finish(null), on);
    signal.addEventListener('abort', () => finish(null), on);
    if (hls) {
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (fatal) finish(null);
      });
      hls.loadSource(address);
      hls.attachMedia(video);
    } else video.src = address;
    video.play().catch(() => finish(null));
  });
}
