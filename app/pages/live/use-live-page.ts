import { startTransition, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useRevalidator } from 'react-router';
import { createChannelFeed, type ChannelFeed } from '#app/player/channel/channel-feed.ts';
import { availableWithin } from '#app/player/channel/available-sound.ts';
import { itemAt, itemsAfter } from '#app/player/channel/live-item.ts';
import { initialLive } from '#app/player/channel/channel-feed.machine.ts';
import {
  behindLiveMs,
  liveOf,
  livePositionAt,
  NO_ITEMS,
  REWIND_WINDOW_MS,
  wantsSound,
} from '#app/player/player.state.ts';
import { playLive, setMedia } from '#app/player/player.store.ts';
import type { MediaKind } from '#app/player/sources/source.ts';
import { usePlayer } from '#app/player/use-player.ts';
import { useLateValue } from '#app/ui/use-late-value.ts';
import type { ChannelId } from '#shared/enums.ts';
import { isUnknown, mergeRows, videoAt, type VideoHours } from './live-rows.ts';
import type { LiveRow } from './live.server.ts';
import { wasSentToPlay } from './sent-to-play.ts';
import { useAvailableSound } from './use-available-sound.ts';

const TICK_MS = 1_000;
const IDLE_STEP_MS = 5_000;
const stepOf = (ms: number) => Math.floor(ms / IDLE_STEP_MS);

export interface LivePageData {
  channelId: ChannelId;
  kind: MediaKind;
  nowMs: number;
  rows: readonly LiveRow[];
  videoIntervals: readonly VideoHours[];
}

/**
 * Follows the channel's timetable while the page is open, and ticks on station time: once a second while something
 * plays, else in steps in which nothing visible moves, except at a whole minute, when shows begin.
 */
function useChannel(channelId: ChannelId, renderedAtMs: number, isIdle: boolean) {
  const [feed] = useState<ChannelFeed>(() => createChannelFeed());
  const state = useLateValue(feed.subscribe, feed.state, initialLive);
  const [nowMs, setNowMs] = useState(renderedAtMs);
  useEffect(() => {
    // In a separate task, so that a press is answered before the requests are made.
    const timer = setTimeout(() => feed.follow(channelId));
    return () => {
      clearTimeout(timer);
      feed.stop();
    };
  }, [feed, channelId]);
  const { offsetMs } = state;
  useEffect(() => {
    const tick = () => {
      const now = Date.now() + offsetMs;
      startTransition(() => setNowMs((before) => (isIdle && stepOf(before) === stepOf(now) ? before : now)));
    };
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [offsetMs, isIdle]);
  return { items: state.channelId === channelId ? state.items : NO_ITEMS, nowMs };
}

/**
 * State of the live page. While its channel plays, everything follows the stream's clock; otherwise it shows what is on
 * air.
 */
export function useLivePage({ channelId, kind, nowMs: renderedAtMs, rows: pageRows, videoIntervals }: LivePageData) {
  const snapshot = usePlayer();
  const playing = liveOf(snapshot.player);
  /** The player if it has this channel, or had it before a recording replaced it. */
  const own = playing?.source.channelId === channelId ? playing : null;
  const { items, nowMs } = useChannel(channelId, renderedAtMs, snapshot.player.session === null);
  const rows = useMemo(() => mergeRows(items, pageRows), [items, pageRows]);
  const liveMs = own ? livePositionAt(own, nowMs) : nowMs;
  // Until the stream's time is known, its position is the live one.
  const atMs = own ? (own.heardAtMs ?? liveMs) : nowMs;
  const shown = itemAt(rows, atMs) ?? itemAt(rows, nowMs) ?? rows.at(-1) ?? null;
  const video = videoAt(videoIntervals, nowMs);
  const spans = useAvailableSound(channelId, kind);
  const oldestMs = nowMs - REWIND_WINDOW_MS;

  // A programme added after the page was rendered.
  const { revalidate } = useRevalidator();
  const unknown = shown !== null && isUnknown(shown, pageRows);
  useEffect(() => {
    if (unknown) void revalidate();
  }, [unknown, revalidate]);

  // If something is playing, opening another channel's page plays that channel, as does a press in another window;
  // otherwise nothing plays by itself. Only navigation triggers this, not a player change while the page is open.
  const onPage = useEffectEvent((pageChannelId: ChannelId, pageKind: MediaKind) => {
    const wasSent = wasSentToPlay();
    if (own) setMedia(pageKind);
    else if (wasSent || wantsSound(playing)) playLive(pageChannelId, video.on ? pageKind : 'audio');
  });
  useEffect(() => onPage(channelId, kind), [channelId, kind]);
  // Video ends with its hours; audio continues.
  const pictureEnded = own?.source.media === 'video' && !video.on;
  useEffect(() => {
    if (pictureEnded) setMedia('audio');
  }, [pictureEnded]);

  return {
    snapshot,
    own,
    rows,
    shown,
    next: shown === null ? [] : itemsAfter(rows, shown.startsAtMs).slice(0, 2),
    nowMs,
    atMs,
    liveMs,
    oldestMs,
    spans,
    /** Available audio; null while unknown. */
    kept: spans && availableWithin(spans, oldestMs, Infinity),
    /** Current song, bulletin or break, while this channel has the element. */
    nowPlaying: own !== null && snapshot.player.session === own ? snapshot.nowPlaying : null,
    behindMs: own ? behindLiveMs(own, nowMs) : 0,
    video,
  };
}

export type LivePage = ReturnType<typeof useLivePage>;
