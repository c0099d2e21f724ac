import { playerStateNumber, type Session } from '#app/player/player.state.ts';
import { heardNowMs, mediaElement, playerSnapshot, stationNowMs, subscribePlayer } from '#app/player/player.store.ts';
import { Platform, PlayerState } from '#shared/enums.ts';
import { MAX_ID } from '#shared/ids.ts';
import { createHeardMeter, type HeardMeter } from './heard-meter.ts';
import { playbackOf, type Playback } from './playback-of.ts';
import { watchFailures } from './playback-errors.ts';
import { onLeaving, report, sendReports } from './reports.ts';

/** Interval of tracking records (K-063). */
const TRACKED_EACH_MS = 10_000;
const LOOK_EACH_MS = 1_000;
/** Shares of a finite source at which it is tracked at once (K-072). */
const THRESHOLDS = [0.05, 0.95] as const;
/** Maximum spans per report; the rest go into the next. */
const SPANS_A_REPORT = 60;

/** One playback: from the start of a source to the start of another. */
interface Running {
  playback: Playback;
  meter: HeardMeter;
  logId: number;
  hasBegun: boolean;
  trackedAtMs: number;
  /** Thresholds already passed. */
  passed: number;
  rebuffers: number;
}

/** Player statistics, for monitoring audio quality. */
function statsOf(media: HTMLMediaElement, session: Session | null, rebuffers: number): Record<string, unknown> {
  const { buffered, currentTime } = media;
  let bufferS = 0;
  for (let i = 0; i < buffered.length; i++)
    if (buffered.start(i) <= currentTime && currentTime <= buffered.end(i)) bufferS = buffered.end(i) - currentTime;
  const shown = session?.ladder?.rungs.find(({ rendition }) => rendition === session.ladder?.shown);
  const frames = media instanceof HTMLVideoElement ? media.getVideoPlaybackQuality() : null;
  return {
    buffer: Math.round(bufferS * 10) / 10,
    rebuffers,
    bitrate: shown?.bitsPerSecond ?? null,
    dropped_frames: frames?.droppedVideoFrames ?? 0,
  };
}

const ts = (ms: number) => Math.round(ms) / 1000;

/** Watches the media element for the lifetime of the document and reports what was heard. */
export function watchListening(): void {
  const media = mediaElement();
  if (media === null) return;
  let running: Running | null = null;
  let wasWaiting = false;

  const positionMs = ({ isDated }: Playback): number | null => {
    if (isDated) return heardNowMs();
    return media.readyState === 0 ? null : media.currentTime * 1000;
  };

  const tell = (of: Running, isBeginning: boolean, heard: readonly (readonly [number, number, number])[]) => {
    const { playback, logId, rebuffers } = of;
    const { session } = playerSnapshot().player;
    const isHere = session?.source.key === playback.key;
    const rendition = isHere ? (session.ladder?.shown ?? session.source.rendition) : undefined;
    const heardMs = heard.reduce((sum, [fromMs, toMs]) => sum + toMs - fromMs, 0);
    report(
      playback.call,
      {
        tracking_type: isBeginning ? playback.begins : playback.goesOn,
        tracking_ts: ts(Date.now()),
        device_type: Platform.WEB,
        playback_log_id: logId,
        ...playback.fields,
        ...(heard.length > 0 && {
          duration: ts(heardMs),
          heard: heard.map(([fromMs, toMs, atMs]) => [ts(fromMs), ts(toMs), ts(atMs)]),
        }),
        ...(rendition && { rendition }),
        ...(playback.behindS !== null && { behind: playback.behindS }),
      },
      playback.call === 'live' ? statsOf(media, session, rebuffers) : undefined,
    );
  };

  const track = (of: Running) => {
    of.trackedAtMs = performance.now();
    const spans = of.meter.take();
    for (let at = 0; at < spans.length; at += SPANS_A_REPORT) tell(of, false, spans.slice(at, at + SPANS_A_REPORT));
  };

  const now = (): Playback | null => {
    const { player, item } = playerSnapshot();
    return playbackOf(player.session, stationNowMs(), item?.programId ?? null);
  };

  const change = (playback: Playback | null) => {
    if (running !== null && running.playback.key !== playback?.key) {
      track(running);
      running = null;
    }
    if (playback === null) return;
    // Its details may be completed later: its date, its programme.
    if (running !== null) running.playback = playback;
    running ??= {
      playback,
      meter: createHeardMeter(),
      logId: Math.floor(Math.random() * MAX_ID) + 1,
      hasBegun: false,
      trackedAtMs: performance.now(),
      passed: THRESHOLDS.filter((share) => share <= (playback.share ?? 0)).length,
      rebuffers: 0,
    };
  };

  const look = (isJump = false) => {
    change(now());
    if (running === null) return;
    const { meter, playback } = running;
    meter.look({
      wallMs: Date.now(),
      steadyMs: performance.now(),
      timeMs: media.currentTime * 1000,
      rate: media.playbackRate,
      isAudible: !media.paused && !media.ended && !media.seeking && !media.muted && media.volume > 0,
      positionMs: positionMs(playback),
      isJump,
    });
    if (!running.hasBegun && meter.totalMs() > 0) {
      running.hasBegun = true;
      tell(running, true, []);
      sendReports();
    }
    const passed = THRESHOLDS.filter((share) => share <= (playback.share ?? 0)).length;
    const isPast = passed > running.passed;
    running.passed = Math.max(running.passed, passed);
    if (isPast || performance.now() - running.trackedAtMs >= TRACKED_EACH_MS) track(running);
    if (isPast && running.hasBegun) sendReports();
  };

  for (const type of ['timeupdate', 'playing', 'pause', 'waiting', 'ended', 'ratechange', 'volumechange'] as const)
    media.addEventListener(type, () => look());
  // A seek or a refill: not continuous with what came before.
  for (const type of ['seeking', 'seeked', 'emptied', 'loadedmetadata'] as const)
    media.addEventListener(type, () => look(true));
  for (const type of ['pause', 'ended'] as const)
    media.addEventListener(type, () => {
      if (running !== null) track(running);
    });
  setInterval(() => look(), LOOK_EACH_MS);
  const failures = watchFailures(media);
  subscribePlayer(() => {
    const { player } = playerSnapshot();
    const isWaiting = playerStateNumber(player) === PlayerState.BUFFERING;
    if (isWaiting && !wasWaiting && running?.hasBegun) running.rebuffers++;
    wasWaiting = isWaiting;
    failures(player.session);
    change(now());
  });
  onLeaving(() => {
    look();
    if (running !== null) track(running);
  });
  look();
}
