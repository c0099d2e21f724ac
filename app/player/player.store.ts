import { channelText } from '#app/text/zh-hk/channels.ts';
import type { ChannelId } from '#shared/enums.ts';
import { createChannelFeed } from './channel/channel-feed.ts';
import { playlistFault } from './engines/engine.ts';
import { itemAt, type LiveItem } from './channel/live-item.ts';
import { bindMediaKeys, liveFacts, recordingFacts, showInMediaSession } from './system/media-session.ts';
import {
  backoffMs,
  initialPlayer,
  livePositionAt,
  reducePlayer,
  wantsSound,
  type MediaKind,
  type PlayerEvent,
  type PlayerState,
} from './player.machine.ts';
import { recordingSounds, type RecordingState } from './vod-session.ts';
import {
  attachRecordings,
  closeRecording,
  orRecording,
  pauseRecording,
  recordingState,
  watchRecording,
} from './recording-store.ts';
import { watchOtherTabs } from './system/single-tab.ts';
import { createStream, type Stream } from './element-owner.ts';
import { askOrigin } from './sources/live.ts';
import { sleepAfter, sleepAtEndOf, sleepLeftMs, type SLEEP_MINUTES } from './system/sleep-timer.ts';
import { watchStandstill } from './system/standstill.ts';
import { canSetVolume, FULL_VOLUME, keepVolume, readVolume, type Volume } from './system/volume.ts';

/** What pages see. Replaced, never changed: React compares it by identity. */
export interface PlayerSnapshot {
  player: PlayerState;
  /** What is played instead of live, when there is something. */
  recording: RecordingState;
  volume: Volume;
  /** Whether the page may set it: on telephones the keys at their side do. */
  hasVolume: boolean;
  /** What is heard: the programme at the stream's clock, not at ours. */
  item: LiveItem | null;
  items: readonly LiveItem[];
  /** What is left of the sleep timer, as of the last second. */
  sleepLeftMs: number | null;
}

const READY_WITHIN_MS = 15_000;
const STALL_WITHIN_MS = 10_000;
/** A pause this long lets go of the stream; going on opens it again at the same instant. */
const PARK_AFTER_MS = 5_000;
const CLOCK_EVERY_MS = 250;

let player: PlayerState = initialPlayer;
let volume: Volume = FULL_VOLUME;
let hasVolume = true;
let snapshot: PlayerSnapshot = {
  player,
  recording: recordingState(),
  volume,
  hasVolume,
  item: null,
  items: [],
  sleepLeftMs: null,
};
export const serverSnapshot = snapshot;

const listeners = new Set<() => void>();
const feed = createChannelFeed();
const look = watchStandstill();

let media: HTMLVideoElement | null = null;
let stream: Stream | null = null;
let announce = (): void => undefined;
let phaseTimer: ReturnType<typeof setTimeout> | undefined;
let clockTimer: ReturnType<typeof setInterval> | undefined;

/** The station's time: our clock, corrected by the server's. */
export function stationNowMs(): number {
  return Date.now() + feed.state().offsetMs;
}

function itemHeard(): LiveItem | null {
  const { items } = feed.state();
  return player.channelId === null ? null : itemAt(items, player.heardAtMs ?? livePositionAt(player, stationNowMs()));
}

function sleepLeft(): number | null {
  const { sleep, heardAtMs } = player;
  return sleep === null ? null : sleepLeftMs(sleep, { nowMs: Date.now(), heardAtMs });
}

function publish(): void {
  const { items, channelId } = feed.state();
  const own = channelId === player.channelId;
  const recording = recordingState();
  snapshot = {
    player,
    recording,
    volume,
    hasVolume,
    item: own ? itemHeard() : null,
    items: own ? items : [],
    sleepLeftMs: sleepLeft(),
  };
  for (const listener of listeners) listener();
}

export function subscribePlayer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const playerSnapshot = (): PlayerSnapshot => snapshot;

function dispatch(event: PlayerEvent): void {
  const before = player;
  player = reducePlayer(before, event);
  if (player === before) return;
  if (player.channelId !== null) feed.follow(player.channelId);
  carryOut(before);
  // The clock ticks four times a second; what is shown of it changes once.
  const onlyClock =
    event.type === 'clock' &&
    Math.floor((before.heardAtMs ?? 0) / 1000) === Math.floor((player.heardAtMs ?? 0) / 1000) &&
    before.covers !== null;
  if (!onlyClock) publish();
}

/** Makes the world as the state says. */
function carryOut(before: PlayerState): void {
  // One element sounds, and the last to be asked for has it.
  if (wantsSound(player) && !wantsSound(before)) closeRecording();
  if (stream !== null && (player.load?.serial ?? null) !== stream.serial()) void stream.open(player);
  else if (player.seek !== null && player.seek.serial !== before.seek?.serial) stream?.seekTo(player.seek.toMs);
  const sounds = wantsSound(player);
  if (sounds && !wantsSound(before)) {
    announce();
    if (player.load?.serial === before.load?.serial) void stream?.start();
  }
  if (!sounds && wantsSound(before)) stream?.hush();
  if (player.phase !== before.phase || player.serial !== before.serial || player.attempts !== before.attempts) {
    watchPhase();
  }
  showInSystem();
}

function showInSystem(): void {
  const recording = recordingState();
  if (recording.source !== null) {
    showInMediaSession(recordingFacts(recording.source, recording), recordingSounds(recording) ? 'playing' : 'paused');
    return;
  }
  const { channelId } = player;
  const facts = channelId === null ? null : liveFacts(itemHeard(), channelText[channelId].name);
  showInMediaSession(facts, channelId === null ? 'none' : wantsSound(player) ? 'playing' : 'paused');
}

/** Makes way for a recording: live stops, and goes on from there when asked. */
function quietLive(): void {
  dispatch({ type: 'makeWay', nowMs: stationNowMs() });
  stream?.letGo();
}

/** What each phase may last, and what follows. */
function watchPhase(): void {
  clearTimeout(phaseTimer);
  const after = (ms: number, then: () => void) => {
    phaseTimer = setTimeout(then, ms);
  };
  switch (player.phase) {
    case 'loading':
      after(READY_WITHIN_MS, () => dispatch({ type: 'lost', code: '120009', retry: true }));
      break;
    case 'buffering':
      after(STALL_WITHIN_MS, () => dispatch({ type: 'lost', code: '120006', retry: true }));
      break;
    case 'paused':
      if (player.load !== null) after(PARK_AFTER_MS, () => dispatch({ type: 'park' }));
      break;
    case 'reconnecting':
    case 'failed':
      if (player.retrying) after(backoffMs(player.attempts), () => void reconnect());
      break;
    case 'idle':
    case 'playing':
  }
}

/** Asks whether the origin answers before the old stream, whose buffer may still sound, is given up. */
async function reconnect(): Promise<void> {
  const { channelId, kind, serial } = player;
  if (channelId === null) return;
  try {
    await askOrigin(channelId, kind);
    if (player.serial === serial) dispatch({ type: 'reconnect', nowMs: stationNowMs() });
  } catch {
    if (player.serial === serial) dispatch({ type: 'lost', code: playlistFault(), retry: true });
  }
}

/** A clock that stands still is a wait, whatever the element says of it, and one that moves is the end of one. */
function watchClock(element: HTMLMediaElement): void {
  const { source, phase } = recordingState();
  const shouldMove = (source === null ? player.phase : phase) === 'playing';
  const clock = look(element.currentTime, performance.now(), shouldMove);
  if (source !== null) watchRecording(clock);
  else if (clock === 'stands') dispatch({ type: 'waiting' });
  else if (clock === 'moves' && player.phase === 'buffering' && !element.paused) dispatch({ type: 'playing' });
}

function tick(): void {
  if (media !== null) watchClock(media);
  const clock = stream?.clock() ?? null;
  if (clock !== null) dispatch({ type: 'clock', clock, nowMs: stationNowMs() });
  const leftMs = sleepLeft();
  if (leftMs === 0) {
    dispatch({ type: 'slept' });
    pauseRecording('sleep');
  } else if (leftMs !== null && Math.floor(leftMs / 1000) !== Math.floor((snapshot.sleepLeftMs ?? 0) / 1000)) publish();
  const shown = snapshot.item;
  if (itemHeard() !== shown) {
    publish();
    showInSystem();
  }
}

function applyVolume(): void {
  if (media === null) return;
  media.volume = volume.level;
  media.muted = volume.muted;
}

/** Takes the element that sounds. Called once, by the host that lives outside the pages. */
export function attachMedia(element: HTMLVideoElement): () => void {
  media = element;
  stream = createStream(element, {
    tell: dispatch,
    refilled: () => {
      if (!wantsSound(player)) return;
      dispatch({ type: 'waiting' });
      void stream?.start();
    },
  });
  volume = readVolume();
  hasVolume = canSetVolume(element);
  applyVolume();
  const ended = new AbortController();
  const { signal } = ended;
  const on = (type: keyof HTMLMediaElementEventMap, listener: () => void) =>
    element.addEventListener(type, listener, { signal });
  on('playing', () => {
    dispatch({ type: 'playing' });
    // The place is known from the first sound on: a key pressed now moves from there.
    tick();
  });
  on('waiting', () => dispatch({ type: 'waiting' }));
  on('pause', () => {
    // Headphones pulled out, a telephone call: the system paused, not a control of ours.
    const isOver = !element.paused || element.ended || element.error !== null;
    if (stream?.isAsked() && !isOver) dispatch({ type: 'pause', by: 'system' });
  });
  on('play', () => {
    // The call is over, and the system lets it sound again.
    if (!stream?.isAsked() && player.phase === 'paused' && recordingState().source === null) resume();
  });
  announce = watchOtherTabs(() => {
    dispatch({ type: 'pause', by: 'other-tab' });
    pauseRecording('other-tab');
  }, signal);
  const onChange = () => {
    publish();
    showInSystem();
  };
  attachRecordings({ media: element, quietLive, announce: () => announce(), onChange }, signal);
  addEventListener(
    'online',
    () => {
      if (player.retrying) void reconnect();
    },
    { signal },
  );
  const stopFeed = feed.subscribe(onChange);
  clockTimer = setInterval(tick, CLOCK_EVERY_MS);
  bindMediaKeys(
    orRecording({
      play: resume,
      pause,
      back: (seconds) => seekBy(-seconds),
      forward: seekBy,
      seekTo: () => undefined,
      startOver: () => startOver(),
      stop: close,
    }),
  );
  publish();
  return () => {
    clearInterval(clockTimer);
    clearTimeout(phaseTimer);
    ended.abort();
    stopFeed();
    stream?.letGo();
    stream = null;
    media = null;
  };
}

/** The instant that sounds right now, to the millisecond; what pages show of it changes once a second. */
export function heardNowMs(): number | null {
  return stream?.clock()?.heardAtMs ?? player.heardAtMs;
}

/** The channel that plays, or is about to. */
export const soundingChannel = (): ChannelId | null =>
  wantsSound(player) && player.phase !== 'failed' ? player.channelId : null;

/** The element that sounds, for the page that shows its picture. */
export const mediaElement = (): HTMLVideoElement | null => media;

// What a control may ask for.

/** Plays a channel, at the live edge or from an instant of the last eight hours. */
export function playLive(channelId: ChannelId, kind: MediaKind = 'audio', from?: Date): void {
  dispatch({ type: 'play', channelId, kind, startAtMs: from?.getTime() ?? null, nowMs: stationNowMs() });
}

export function pause(): void {
  dispatch({ type: 'pause', by: 'listener' });
}

export function resume(): void {
  dispatch({ type: 'resume', nowMs: stationNowMs() });
}

export function toggle(): void {
  if (wantsSound(player) && player.phase !== 'failed') pause();
  else resume();
}

export function seekTo(instantMs: number): void {
  dispatch({ type: 'seek', toMs: instantMs, nowMs: stationNowMs() });
}

export function seekBy(seconds: number): void {
  if (player.heardAtMs !== null) seekTo(player.heardAtMs + seconds * 1000);
}

export function goLive(): void {
  dispatch({ type: 'goLive' });
}

/** Hears the programme that is heard from its start. */
export function startOver(programmeStart?: Date): void {
  const startsAtMs = programmeStart?.getTime() ?? itemHeard()?.startsAtMs;
  if (startsAtMs === undefined) return;
  if (!wantsSound(player)) resume();
  seekTo(startsAtMs);
}

export function setKind(kind: MediaKind): void {
  dispatch({ type: 'setKind', kind, nowMs: stationNowMs() });
}

/** 0 to 1. Turning it up ends muting. */
export function setVolume(level: number): void {
  volume = { level: Math.min(Math.max(level, 0), 1), muted: false };
  applyVolume();
  keepVolume(volume);
  publish();
}

export function toggleMute(): void {
  volume = { ...volume, muted: !volume.muted };
  applyVolume();
  keepVolume(volume);
  publish();
}

export function sleepIn(minutes: (typeof SLEEP_MINUTES)[number]): void {
  dispatch({ type: 'setSleep', sleep: sleepAfter(minutes, Date.now()) });
}

export function sleepAtProgrammeEnd(): void {
  const item = itemHeard();
  if (item !== null) dispatch({ type: 'setSleep', sleep: sleepAtEndOf(item) });
}

export function cancelSleep(): void {
  dispatch({ type: 'setSleep', sleep: null });
}

/** Back to where the sleep timer stopped. */
export function resumeWhereSlept(): void {
  const { sleptAt } = player;
  if (sleptAt !== null) playLive(sleptAt.channelId, sleptAt.kind, new Date(sleptAt.atMs));
}

export function close(): void {
  dispatch({ type: 'close' });
}
