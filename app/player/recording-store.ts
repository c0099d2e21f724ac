import type { ClockMotion } from './system/standstill.ts';
import type { MediaKeys } from './system/media-session.ts';
import { backoffMs } from './player.machine.ts';
import {
  initialRecording,
  recordingSounds,
  reduceRecording,
  type RecordingEvent,
  type RecordingSource,
  type RecordingState,
} from './vod-session.ts';

/** What recordings need of the player they share the media element with. */
export interface RecordingHost {
  media: HTMLMediaElement;
  /** Ends the sound of live, and lets go of the element. */
  quietLive: () => void;
  /** Tells other tabs that this one sounds. */
  announce: () => void;
  onChange: () => void;
}

const READY_WITHIN_MS = 15_000;
const STALL_WITHIN_MS = 10_000;

let state: RecordingState = initialRecording;
let host: RecordingHost | null = null;
/** Serial of the load the element holds. */
let opened: number | null = null;
/** Whether the element was last told to sound by us; a pause that comes meanwhile is the system's. */
let isAsked = false;
let phaseTimer: ReturnType<typeof setTimeout> | undefined;
/** Where each recording of this visit was left, by its address. */
const places = new Map<string, number>();

export const recordingState = (): RecordingState => state;

function dispatch(event: RecordingEvent): void {
  const before = state;
  state = reduceRecording(before, event);
  if (state === before) return;
  carryOut(before);
  const onlyClock =
    event.type === 'time' &&
    Math.floor(before.positionMs / 1000) === Math.floor(state.positionMs / 1000) &&
    before.durationMs === state.durationMs;
  if (!onlyClock) host?.onChange();
}

/** Makes the world as the state says. */
function carryOut(before: RecordingState): void {
  if (host === null) return;
  const { media } = host;
  const sounds = recordingSounds(state);
  if (sounds && !recordingSounds(before)) {
    host.quietLive();
    host.announce();
  }
  if (before.source !== null && before.source.src !== state.source?.src) {
    places.set(before.source.src, before.ended ? 0 : before.positionMs);
  }
  if ((state.load?.serial ?? null) !== opened) open(media);
  else {
    if (state.seek !== null && state.seek.serial !== before.seek?.serial) media.currentTime = state.seek.toMs / 1000;
    if (sounds && !recordingSounds(before)) void start(media);
  }
  if (!sounds && recordingSounds(before)) {
    isAsked = false;
    media.pause();
  }
  if (state.phase !== before.phase || state.attempts !== before.attempts || state.load !== before.load) watchPhase();
}

function open(media: HTMLMediaElement): void {
  const { load, source } = state;
  opened = load?.serial ?? null;
  isAsked = false;
  media.removeAttribute('src');
  if (load === null || source === null) {
    media.load();
    return;
  }
  // As a fragment of the address, so that the first bytes asked for are the ones that are heard.
  media.src = load.startAtMs > 0 ? `${source.src}#t=${load.startAtMs / 1000}` : source.src;
  void start(media);
}

async function start(media: HTMLMediaElement): Promise<void> {
  isAsked = true;
  try {
    await media.play();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') dispatch({ type: 'pause', by: 'blocked' });
  }
}

function watchPhase(): void {
  clearTimeout(phaseTimer);
  const after = (ms: number, event: RecordingEvent) => {
    phaseTimer = setTimeout(() => dispatch(event), ms);
  };
  if (state.phase === 'loading') after(READY_WITHIN_MS, { type: 'lost', code: '120009', retry: true });
  if (state.phase === 'buffering') after(STALL_WITHIN_MS, { type: 'lost', code: '120006', retry: true });
  if (state.phase === 'reconnecting') after(backoffMs(state.attempts), { type: 'reconnect' });
}

function onError(media: HTMLMediaElement): void {
  const code = media.error?.code;
  if (code === MediaError.MEDIA_ERR_NETWORK) dispatch({ type: 'lost', code: '120006', retry: true });
  else if (code === MediaError.MEDIA_ERR_DECODE) dispatch({ type: 'lost', code: '120008', retry: false });
  // A server that does not answer looks like a file that cannot be played.
  else dispatch({ type: 'lost', code: '120007', retry: true });
}

/** A clock that stands still is a wait, whatever the element says of it, and one that moves is the end of one. */
export function watchRecording(clock: ClockMotion): void {
  if (clock === 'stands') dispatch({ type: 'waiting' });
  else if (clock === 'moves' && state.phase === 'buffering' && host?.media.paused === false)
    dispatch({ type: 'playing' });
}

/** Takes its share of the element; called by the player, which owns it. Listens until the signal. */
export function attachRecordings(given: RecordingHost, signal: AbortSignal): void {
  host = given;
  const { media } = given;
  const on = (type: keyof HTMLMediaElementEventMap, listener: () => void) =>
    media.addEventListener(type, () => opened !== null && listener(), { signal });
  const tell = () =>
    dispatch({
      type: 'time',
      positionMs: media.currentTime * 1000,
      durationMs: Number.isFinite(media.duration) ? media.duration * 1000 : 0,
    });
  on('playing', () => {
    dispatch({ type: 'playing' });
    tell();
  });
  on('timeupdate', tell);
  on('durationchange', tell);
  on('waiting', () => dispatch({ type: 'waiting' }));
  on('ended', () => dispatch({ type: 'ended' }));
  on('error', () => onError(media));
  on('pause', () => {
    const isOurs = !isAsked || !media.paused || media.ended || media.error !== null;
    if (!isOurs) dispatch({ type: 'pause', by: 'system' });
  });
  on('play', () => {
    if (!isAsked) dispatch({ type: 'resume' });
  });
  addEventListener('online', () => dispatch({ type: 'reconnect' }), { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(phaseTimer);
    host = null;
    opened = null;
  });
}

// What a control may ask for.

/** Plays a recording, from where it was left in this visit. What is heard already goes on. */
export function playRecording(source: RecordingSource): void {
  if (source.src === state.source?.src && recordingSounds(state)) return;
  const own = source.src === state.source?.src ? state.positionMs : (places.get(source.src) ?? 0);
  dispatch({ type: 'play', source, startAtMs: own });
}

export function pauseRecording(by: NonNullable<RecordingState['pausedBy']> = 'listener'): void {
  dispatch({ type: 'pause', by });
}

export function toggleRecording(): void {
  dispatch(recordingSounds(state) ? { type: 'pause', by: 'listener' } : { type: 'resume' });
}

export function seekRecording(toMs: number): void {
  dispatch({ type: 'seek', toMs });
}

export function skipRecording(bySeconds: number): void {
  dispatch({ type: 'seek', toMs: state.positionMs + bySeconds * 1000 });
}

/** Lets go of the element; the place is remembered. */
export function closeRecording(): void {
  if (state.source !== null) dispatch({ type: 'close' });
}

/** Keys of the system for what plays: a recording where there is one, else what is given. */
export function orRecording(live: MediaKeys): MediaKeys {
  return {
    play: () => (state.source === null ? live.play() : dispatch({ type: 'resume' })),
    pause: () => (state.source === null ? live.pause() : pauseRecording()),
    back: (seconds) => (state.source === null ? live.back(seconds) : skipRecording(-seconds)),
    forward: (seconds) => (state.source === null ? live.forward(seconds) : skipRecording(seconds)),
    seekTo: (seconds) => (state.source === null ? live.seekTo(seconds) : seekRecording(seconds * 1000)),
    startOver: () => (state.source === null ? live.startOver() : seekRecording(0)),
    stop: () => (state.source === null ? live.stop() : closeRecording()),
  };
}
