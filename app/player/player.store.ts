import { notify } from '#app/components/shell/dialogs.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { hasSame } from '#app/ui/has-same.ts';
import type { ChannelId } from '#shared/enums.ts';
import type { PlayerController } from './player.controller.ts';
import type { PlayerFacts } from './player-facts.ts';
import type { PlayerEvent } from './player.machine.ts';
import { initialPlayer, isOfChannel, NO_ITEMS, vodOf, wantsSound } from './player.state.ts';
import { replaySource, type ReplayRequest } from './sources/replay.ts';
import { liveSource, type MediaKind, type VodSource } from './sources/source.ts';
import { sleepAfter, sleepAtEndOf, type SLEEP_MINUTES } from './system/sleep-timer.ts';
import { canSetVolume, FULL_VOLUME, keepVolume, readVolume, type Volume } from './system/volume.ts';

/**
 * The player's interface for pages and controls. It is part of every page and stays small: `player.controller.ts`,
 * which runs the player, is loaded when the page is idle or on the first press.
 */

/** Immutable: React compares it by identity. */
export interface PlayerSnapshot extends PlayerFacts {
  volume: Volume;
  /** Whether the page can set the volume; phones leave it to their hardware keys. */
  hasVolume: boolean;
}

export const serverSnapshot: PlayerSnapshot = {
  player: initialPlayer,
  item: null,
  items: NO_ITEMS,
  nowPlaying: null,
  sleepLeftMs: null,
  offsetMs: 0,
  said: '',
  volume: FULL_VOLUME,
  hasVolume: true,
};

let snapshot = serverSnapshot;
let media: HTMLVideoElement | null = null;
let createController: typeof import('./player.controller.ts').createController | null = null;
let controller: PlayerController | null = null;
/** Events from before the controller was loaded. */
let early: PlayerEvent[] = [];
const listeners = new Set<() => void>();

export const playerSnapshot = (): PlayerSnapshot => snapshot;

export function subscribePlayer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(change: Partial<PlayerSnapshot>): void {
  // Subscribers render synchronously, and while a page starts that is the whole page.
  if (hasSame(snapshot, change)) return;
  snapshot = { ...snapshot, ...change };
  for (const listener of listeners) listener();
}

/** Starts once the element and the code are there. */
function begin(): void {
  if (controller !== null || media === null || createController === null) return;
  controller = createController({ media, player: snapshot.player, publish, send });
  const events = early;
  early = [];
  for (const event of events) controller.send(event);
}

/** To be called within a press: WebKit plays what starts later only on an element that was loaded within one. */
export function unlockMedia(): void {
  if (snapshot.player.session === null) media?.load();
}

/** Loads the code of the player. */
export async function preparePlayer(): Promise<void> {
  ({ createController } = await import('./player.controller.ts'));
  begin();
}

/** Maximum wait for the code of an ad. */
const AD_CODE_MS = 3_000;
/** The source that follows an ad. Any other request meanwhile replaces it. */
let afterAd: { key: string; over: AbortController } | null = null;

/**
 * Whether an ad plays first: before a video recording and before live video, on pages that may have ads, and only when
 * a press starts something.
 */
function isAfterAd(event: PlayerEvent): event is PlayerEvent & { type: 'play' } {
  if (event.type !== 'play') return false;
  const { kind, media: shows, key } = event.source;
  const isFree = shows === 'video' && (kind === 'file' || (kind === 'live' && event.startAtMs === undefined));
  if (!isFree || document.documentElement.dataset.ads !== 'on') return false;
  const { session, aside } = snapshot.player;
  const isHeld = session?.source.key === key || aside?.source.key === key;
  return !isHeld && navigator.userActivation?.isActive !== false;
}

async function playAfterAd(event: PlayerEvent & { type: 'play' }): Promise<void> {
  const { key } = event.source;
  const turn = { key, over: new AbortController() };
  afterAd = turn;
  const { session } = snapshot.player;
  if (wantsSound(session)) deliver({ type: 'pause', by: 'listener' });
  else unlockMedia();
  void preparePlayer().catch(() => undefined);
  const pressedAtMs = performance.now();
  const tooLate = new Promise<never>((_, fail) => setTimeout(fail, AD_CODE_MS));
  const asked = Promise.race([import('#app/ads/video-ad.tsx'), tooLate]).then(({ playVideoAd }) =>
    afterAd === turn
      ? playVideoAd({ key, volume: snapshot.volume, pressedAtMs, signal: turn.over.signal })
      : ('left' as const),
  );
  const after = await asked.catch(() => 'content' as const);
  if (afterAd !== turn) return;
  afterAd = null;
  if (after === 'content') deliver(event);
}

/** Sends an event of a control. Replay events come once replay code is loaded. */
export function send(event: PlayerEvent): void {
  if (afterAd !== null && event.type !== 'setSleep') {
    // Pressed again while it is loading.
    if (event.type === 'play' && event.source.key === afterAd.key) return;
    const { over } = afterAd;
    afterAd = null;
    over.abort();
  }
  if (isAfterAd(event)) void playAfterAd(event);
  else deliver(event);
}

function deliver(event: PlayerEvent): void {
  if (controller !== null) return controller.send(event);
  early.push(event);
  if (event.type === 'play') unlockMedia();
  preparePlayer().catch(() => {
    early = [];
    notify(shell.unreachable, 'info');
  });
}

function applyVolume(volume: Volume): void {
  if (media !== null) {
    media.volume = volume.level;
    media.muted = volume.muted;
  }
  publish({ volume });
}

/** Takes the media element. Called once, by the host outside the pages. */
export function attachMedia(element: HTMLVideoElement): () => void {
  media = element;
  publish({ hasVolume: canSetVolume(element) });
  applyVolume(readVolume());
  begin();
  return () => {
    controller?.stop();
    controller = null;
    media = null;
  };
}

/** Station time: our clock, corrected by the server's. */
export const stationNowMs = (): number => Date.now() + snapshot.offsetMs;

/** The current instant of live, to the millisecond. */
export const heardNowMs = (): number | null => controller?.heardNowMs() ?? null;

/** The channel that plays, or is about to. */
export function soundingChannel(): ChannelId | null {
  const { session } = snapshot.player;
  return isOfChannel(session) && wantsSound(session) && session.phase !== 'failed' ? session.source.channelId : null;
}

/** The media element, for the page that shows its picture. */
export const mediaElement = (): HTMLVideoElement | null => media;

// Actions on the session that has the element.

export const pause = (): void => send({ type: 'pause', by: 'listener' });
export const toggle = (): void => send({ type: 'toggle' });
export const seekTo = (toMs: number): void => send({ type: 'seek', toMs });
export const skip = (bySeconds: number): void => send({ type: 'skip', byMs: bySeconds * 1000 });
export const close = (): void => send({ type: 'close' });

/** Plays a VOD source, from where it was left in this visit. */
export const playVod = (source: VodSource): void => send({ type: 'play', source });

/** Plays a section, from an instant of its stream or from where it was left. */
export function playReplay(replay: ReplayRequest): void {
  const source = replaySource(replay);
  const before = vodOf(snapshot.player);
  const isHeld = before?.source.key === source.key;
  // A listener who may hear more now resumes at the end of the free preview.
  if (isHeld && before.ended && before.source.endsEarly && replay.atMs === undefined) return send({ type: 'resume' });
  send({ type: 'play', source, startAtMs: null });
  // If already playing, it continues from there.
  const held = vodOf(snapshot.player)?.source;
  if (replay.atMs !== undefined && held?.key === source.key && held.zeroMs !== undefined)
    send({ type: 'seek', toMs: replay.atMs - held.zeroMs });
}

// Actions on live, also while something else has the element: live takes it back when it is to play.

/** Plays a channel, at the live edge or from an instant of the last eight hours. */
export function playLive(channelId: ChannelId, mediaKind: MediaKind = 'audio', from?: Date): void {
  send({ type: 'play', source: liveSource(channelId, mediaKind), ...(from && { startAtMs: from.getTime() }) });
}

export const toggleLive = (): void => send({ type: 'toggle', of: 'live' });
export const resumeLive = (): void => send({ type: 'resume', of: 'live' });
export const seekLive = (toMs: number): void => send({ type: 'seek', toMs, of: 'live' });
export const goLive = (): void => send({ type: 'goLive', of: 'live' });
export const setMedia = (mediaKind: MediaKind): void => send({ type: 'setMedia', media: mediaKind, of: 'live' });

/** Plays the current programme from its start, or another from its own. */
export function startOver(programmeStart?: Date): void {
  send({ type: 'startOver', atMs: programmeStart?.getTime() ?? snapshot.item?.startsAtMs ?? null, of: 'live' });
}

/** 0 to 1. Raising the volume unmutes. */
export function setVolume(level: number): void {
  applyVolume({ level: Math.min(Math.max(level, 0), 1), muted: false });
  keepVolume(snapshot.volume);
}

export function toggleMute(): void {
  applyVolume({ ...snapshot.volume, muted: !snapshot.volume.muted });
  keepVolume(snapshot.volume);
}

export function sleepIn(minutes: (typeof SLEEP_MINUTES)[number]): void {
  send({ type: 'setSleep', sleep: sleepAfter(minutes, Date.now()) });
}

export function sleepAtProgrammeEnd(): void {
  const { item } = snapshot;
  if (item !== null) send({ type: 'setSleep', sleep: sleepAtEndOf(item) });
}

export const cancelSleep = (): void => send({ type: 'setSleep', sleep: null });

/** Back to where the sleep timer stopped playback. */
export const resumeWhereSlept = (): void => send({ type: 'resumeSlept' });
