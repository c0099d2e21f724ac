import { channelText } from '#app/text/zh-hk/channels.ts';
import { createChannelFeed } from './channel/channel-feed.ts';
import { itemAt } from './channel/live-item.ts';
import { lostBy, ownElement } from './element-owner.ts';
import { openingIn } from './engines/choose-engine.ts';
import { effectsOf, reducePlayer, type PlayerEffect, type PlayerEvent } from './player.machine.ts';
import {
  BACK_SECONDS,
  initialPlayer,
  isOfChannel,
  isOfEvent,
  liveOf,
  livePositionAt,
  NO_ITEMS,
  ON_SECONDS,
  vodOf,
  wantsSound,
  type PlayerState,
  type Session,
} from './player.state.ts';
import { announcementOf } from './player.status.ts';
import type { PlayerFacts } from './player-facts.ts';
import { openingOf } from './sources/source-kind.ts';
import { SOURCE_KINDS, type SourceKinds } from './sources/source-kinds.ts';
import type { MediaKeys } from './system/media-session.ts';
import { watchOtherTabs } from './system/single-tab.ts';
import { sleepLeftMs } from './system/sleep-timer.ts';
import { watchStandstill } from './system/standstill.ts';
import { stopsInMs } from './vod-session.ts';

/** Runs the machine on an element: passes it events and executes its effects. Loaded on demand. */
export interface PlayerController {
  send: (event: PlayerEvent) => void;
  /**
   * The current instant of live or of a replay's stream, to the millisecond. The page state changes once a second only.
   */
  heardNowMs: () => number | null;
  stop: () => void;
}

export interface ControllerOptions {
  media: HTMLMediaElement;
  /** State left by a previous controller. */
  player: PlayerState;
  publish: (facts: PlayerFacts) => void;
  /** Takes what is pressed outside the page, as a control of the page gives it: it also ends what precedes a source. */
  send: (event: PlayerEvent) => void;
  kinds?: SourceKinds;
}

type SystemSession = Pick<typeof import('./system/media-session.ts'), 'factsOf' | 'liveFacts' | 'showInMediaSession'>;

const CLOCK_EVERY_MS = 250;
const PROBE_TIMEOUT_MS = 5_000;

/** Displayed position, which changes once a second. */
function shownPosition(session: Session | null): string {
  if (session === null) return '';
  const positionMs = session.timeline === 'live' ? (session.heardAtMs ?? 0) : session.positionMs;
  const extent = session.timeline === 'live' ? session.covers === null : session.durationMs;
  return `${Math.floor(positionMs / 1000)} ${extent}`;
}

export function createController(options: ControllerOptions): PlayerController {
  const { media, publish, send: press, kinds = SOURCE_KINDS } = options;
  let player = initialPlayer;
  let phaseTimer: ReturnType<typeof setTimeout> | undefined;
  let stopTimer: ReturnType<typeof setTimeout> | undefined;
  let shown: PlayerFacts | undefined;
  const feed = createChannelFeed();
  const look = watchStandstill();
  const ended = new AbortController();
  const { signal } = ended;

  const owner = ownElement(media, {
    kinds,
    tell: (event) => send(event),
    refilled: () => {
      if (!wantsSound(player.session)) return;
      send({ type: 'waiting' });
      void owner.start();
    },
  });

  /** Station time: our clock, corrected by the server's. */
  const stationNowMs = () => Date.now() + feed.state().offsetMs;

  const itemHeard = () => {
    const live = liveOf(player);
    const { items, channelId } = feed.state();
    if (live === null || channelId !== live.source.channelId) return null;
    return itemAt(items, live.heardAtMs ?? livePositionAt(live, stationNowMs()));
  };

  /** The current instant of live or of a replay's stream. */
  const heardNowMs = () => {
    const clock = owner.clock();
    const zeroMs = vodOf(player)?.source.zeroMs;
    if (clock !== null && 'positionMs' in clock && zeroMs !== undefined) return zeroMs + clock.positionMs;
    return clock !== null && 'heardAtMs' in clock ? clock.heardAtMs : (liveOf(player)?.heardAtMs ?? null);
  };

  /** While nothing is loaded, as in a pause, the last mark is kept. */
  const markHeard = () => {
    const [{ session }, atMs] = [player, heardNowMs()];
    const mark = atMs === null ? undefined : owner.markAt(atMs);
    if (mark !== undefined) return mark;
    return shown !== undefined && session?.source.key === shown.player.session?.source.key ? shown.nowPlaying : null;
  };

  const sleepLeft = () => {
    const { sleep } = player;
    const vod = vodOf(player);
    const live = liveOf(player)?.heardAtMs ?? null;
    const heardAtMs = (vod?.source.zeroMs === undefined ? null : vod.source.zeroMs + vod.positionMs) ?? live;
    return sleep === null ? null : sleepLeftMs(sleep, { nowMs: Date.now(), heardAtMs });
  };

  const tellPages = () => {
    const { items, channelId, offsetMs } = feed.state();
    const item = itemHeard();
    shown = {
      player,
      item,
      items: channelId === liveOf(player)?.source.channelId ? items : NO_ITEMS,
      nowPlaying: markHeard(),
      sleepLeftMs: sleepLeft(),
      offsetMs,
      // Keep the last announcement while there is none, so that a short wait is not announced as a change.
      said: announcementOf(player, item) ?? shown?.said ?? '',
    };
    publish(shown);
  };

  const keys: MediaKeys = {
    play: () => press({ type: 'resume' }),
    pause: () => press({ type: 'pause', by: 'listener' }),
    skip: (to, seconds) => {
      const bySeconds = seconds ?? (to > 0 && vodOf(player)?.source.hasSpeeds ? ON_SECONDS : BACK_SECONDS);
      press({ type: 'skip', byMs: to * bySeconds * 1000 });
    },
    seekTo: (toSeconds) => {
      // The system seeks from a start, which live does not have.
      if (player.session?.timeline === 'vod') press({ type: 'seek', toMs: toSeconds * 1000 });
    },
    previous: () =>
      press(
        vodOf(player)?.source.previous
          ? { type: 'step', to: 'previous' }
          : { type: 'startOver', atMs: itemHeard()?.startsAtMs ?? null },
      ),
    next: () => press({ type: 'step', to: 'next' }),
    stop: () => press({ type: 'close' }),
  };

  /** Lock screen and media keys. Loaded with the first session: the system has no use for them before. */
  let system: SystemSession | null | undefined;
  const loadSystem = async () => {
    system = null;
    try {
      const { bindMediaKeys, factsOf, liveFacts, showInMediaSession } = await import('./system/media-session.ts');
      if (signal.aborted) return;
      bindMediaKeys(keys);
      system = { factsOf, liveFacts, showInMediaSession };
      tellSystem();
    } catch {
      system = undefined;
    }
  };

  const tellSystem = () => {
    if (!system) return;
    const { factsOf, liveFacts, showInMediaSession } = system;
    const { session } = player;
    const sounds = wantsSound(session);
    if (session === null) showInMediaSession(null, 'none');
    else if (session.timeline === 'vod' || isOfEvent(session))
      showInMediaSession(factsOf(session), sounds ? 'playing' : 'paused');
    else if (isOfChannel(session)) {
      const { name } = channelText[session.source.channelId];
      showInMediaSession(liveFacts(itemHeard(), name), sounds ? 'playing' : 'paused');
    }
  };

  const send = (event: PlayerEvent) => {
    const before = player;
    player = reducePlayer(before, event, stationNowMs());
    if (player === before) return;
    const live = liveOf(player);
    if (live !== null) feed.follow(live.source.channelId);
    effectsOf(before, player).forEach(carryOut);
    for (const kind of Object.values(kinds)) kind.follow?.(player.session, send);
    // After a failure, again with the next change, but not four times a second.
    if (system === undefined && player.session !== null && event.type !== 'clock') void loadSystem();
    tellSystem();
    if (event.type !== 'clock' || shownPosition(before.session) !== shownPosition(player.session)) tellPages();
  };

  const announce = watchOtherTabs(() => send({ type: 'pause', by: 'other-tab' }), signal);

  const carryOut = (effect: PlayerEffect) => {
    switch (effect.type) {
      case 'open':
        return void owner.open(player.session);
      case 'seek':
        return owner.seekTo(effect.toMs);
      case 'speed':
        return owner.setSpeed(effect.speed);
      case 'choose':
        // If the engine cannot switch, reopen at the current position.
        if (!owner.choose(effect.rendition) && player.session !== null)
          send({ type: 'change', source: player.session.source });
        return;
      case 'start':
        return void owner.start();
      case 'hush':
        return owner.hush();
      case 'announce':
        return announce();
      case 'wait': {
        clearTimeout(phaseTimer);
        if (effect.next === null) return;
        const { afterMs, event } = effect.next;
        phaseTimer = setTimeout(() => (event.type === 'probe' ? void reconnect() : send(event)), afterMs);
      }
    }
  };

  /** Checks that the source answers before giving up the old stream, whose buffer may still play. */
  const reconnect = async () => {
    const { session } = player;
    const kind = session?.retrying ? kinds[session.source.kind] : undefined;
    if (session === null || kind === undefined) return;
    const isSame = () => player.session?.load === session.load;
    try {
      if (kind.engine === 'stream') {
        const asked = openingIn(media, session.load?.startAtMs ?? null);
        const { address } = openingOf(await kind.address(session.source as never, asked));
        const answer = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
        if (!answer.ok) throw new Error(String(answer.status));
      }
      if (isSame()) send({ type: 'reconnect' });
    } catch (error) {
      if (isSame()) send(lostBy(error));
    }
  };

  /** Loaded with the first song: members have a list of songs heard. */
  let noteSong: import('./system/songs-heard.ts').NoteSong | null | undefined;
  const hearSong = () => {
    const mark = shown?.nowPlaying;
    if (noteSong === undefined && mark?.kind === 'song') {
      noteSong = null;
      import('./system/songs-heard.ts')
        .then(({ songsHeard }) => (noteSong = songsHeard(media, signal)))
        .catch(() => (noteSong = undefined));
    }
    noteSong?.(mark?.kind === 'song' && player.session?.phase === 'playing' ? mark.id : null);
  };

  const tick = () => {
    const { session } = player;
    // A stalled clock counts as waiting, whatever the element reports; a moving one ends it.
    const motion = look(media.currentTime, performance.now(), session?.phase === 'playing');
    if (motion === 'stands') send({ type: 'waiting' });
    else if (motion === 'moves' && session?.phase === 'buffering' && !media.paused) send({ type: 'playing' });
    const clock = owner.clock();
    if (clock !== null) send({ type: 'clock', clock });
    // A clip ends exactly, not at the next tick.
    const vod = vodOf(player);
    const leftMs = vod && stopsInMs(vod);
    clearTimeout(stopTimer);
    if (leftMs !== null && leftMs < CLOCK_EVERY_MS) stopTimer = setTimeout(tick, leftMs);
    const sleepsInMs = sleepLeft();
    const second = (ms: number) => Math.floor(ms / 1000);
    if (sleepsInMs === 0) send({ type: 'slept' });
    else if (sleepsInMs !== null && second(sleepsInMs) !== second(shown?.sleepLeftMs ?? 0)) tellPages();
    if (shown !== undefined && itemHeard() !== shown.item) onFeed();
    else if (shown !== undefined && markHeard() !== shown.nowPlaying) tellPages();
    hearSong();
  };
  const onFeed = () => {
    tellPages();
    tellSystem();
  };

  const on = (type: keyof HTMLMediaElementEventMap, listener: () => void) =>
    media.addEventListener(type, listener, { signal });
  on('playing', () => {
    send({ type: 'playing' });
    // The position is known from the first audio on, so that a key pressed now moves from there.
    tick();
  });
  on('durationchange', tick);
  on('waiting', () => send({ type: 'waiting' }));
  on('ended', () => send({ type: 'ended' }));
  on('pause', () => {
    // Headphones unplugged, or a phone call: the system paused, not our controls.
    const isOver = !media.paused || media.ended || media.error !== null;
    if (owner.isAsked() && !isOver) send({ type: 'pause', by: 'system' });
  });
  on('play', () => {
    // The call is over, and the system resumes playback.
    if (!owner.isAsked() && player.session?.phase === 'paused') send({ type: 'resume' });
  });
  addEventListener(
    'online',
    () => {
      void reconnect();
      send({ type: 'online' });
    },
    { signal },
  );
  const stopFeed = feed.subscribe(onFeed);
  const clockTimer = setInterval(tick, CLOCK_EVERY_MS);

  player = options.player;
  effectsOf(initialPlayer, player).forEach(carryOut);
  tellPages();

  return {
    send,
    heardNowMs,
    stop: () => {
      clearInterval(clockTimer);
      clearTimeout(phaseTimer);
      clearTimeout(stopTimer);
      ended.abort();
      stopFeed();
      feed.stop();
      owner.letGo();
    },
  };
}
