import type { ChannelId } from '#shared/enums.ts';
import { itemAt, itemsAfter, type LiveItem } from './live-item.ts';

/**
 * State of a channel on air as a pure function: state and event give the next state and effects, which
 * `channel-feed.ts` executes.
 */
export interface LiveState {
  channelId: ChannelId | null;
  items: readonly LiveItem[];
  live: LiveItem | null;
  next: readonly LiveItem[];
  /** URL of the channel's live playlist. */
  source: string | null;
  /** Server clock minus client clock. */
  offsetMs: number;
}

export type LiveEvent =
  | { type: 'channelChanged'; channelId: ChannelId; nowMs: number }
  | { type: 'timetableLoaded'; channelId: ChannelId; items: readonly LiveItem[]; serverNowMs: number; nowMs: number }
  | { type: 'sourceLoaded'; channelId: ChannelId; source: string }
  | { type: 'loadFailed'; channelId: ChannelId; what: 'timetable' | 'source'; reason: string; nowMs: number }
  | { type: 'timerFired'; nowMs: number };

export type LiveEffect =
  | { type: 'loadTimetable'; channelId: ChannelId }
  | { type: 'loadSource'; channelId: ChannelId }
  | { type: 'setTimer'; inMs: number }
  | { type: 'log'; message: string };

export interface LiveSettings {
  /** Refresh interval if the data has no time for it. Null: not configured. */
  refreshIntervalMs: number | null;
  /** Clock differences up to this are ignored. */
  allowedDeltaMs: number;
}

/** Defaults of R-281. */
export const FALLBACK_REFRESH_MS = 30_000;
const liveSettings: LiveSettings = { refreshIntervalMs: null, allowedDeltaMs: 1_000 };

export const initialLive: LiveState = {
  channelId: null,
  items: [],
  live: null,
  next: [],
  source: null,
  offsetMs: 0,
};

/** Maximum timer delay, so that a page that wakes from sleep is not long overdue. */
const MAX_TIMER_MS = 3_600_000;

function refreshIn(state: LiveState, nowMs: number, settings: LiveSettings): LiveEffect {
  const fallbackMs = settings.refreshIntervalMs ?? FALLBACK_REFRESH_MS;
  const leftMs = state.live === null ? 0 : state.live.endsAtMs - (nowMs + state.offsetMs);
  return { type: 'setTimer', inMs: Math.min(leftMs > 0 ? leftMs : fallbackMs, MAX_TIMER_MS) };
}

/** Recomputes the state for an instant. */
function at(state: LiveState, nowMs: number): LiveState {
  const stationMs = nowMs + state.offsetMs;
  return { ...state, live: itemAt(state.items, stationMs), next: itemsAfter(state.items, stationMs) };
}

export function reduceLive(
  state: LiveState,
  event: LiveEvent,
  settings: LiveSettings = liveSettings,
): { state: LiveState; effects: LiveEffect[] } {
  switch (event.type) {
    case 'channelChanged': {
      const { channelId } = event;
      return {
        // The clock offset is the server's and applies to all channels.
        state: { ...initialLive, offsetMs: state.offsetMs, channelId },
        effects: [
          { type: 'loadTimetable', channelId },
          { type: 'loadSource', channelId },
        ],
      };
    }
    case 'timetableLoaded': {
      // Late reply for a channel that is no longer followed.
      if (event.channelId !== state.channelId) return { state, effects: [] };
      const offsetMs = event.serverNowMs - event.nowMs;
      const differs = Math.abs(offsetMs - state.offsetMs) > settings.allowedDeltaMs;
      const next = at({ ...state, items: event.items, offsetMs: differs ? offsetMs : state.offsetMs }, event.nowMs);
      return { state: next, effects: [refreshIn(next, event.nowMs, settings)] };
    }
    case 'sourceLoaded':
      if (event.channelId !== state.channelId) return { state, effects: [] };
      return { state: { ...state, source: event.source }, effects: [] };
    case 'loadFailed': {
      const log: LiveEffect = { type: 'log', message: `${event.what} of ${event.channelId}: ${event.reason}` };
      if (event.channelId !== state.channelId) return { state, effects: [log] };
      return { state, effects: event.what === 'timetable' ? [log, refreshIn(state, event.nowMs, settings)] : [log] };
    }
    case 'timerFired': {
      if (state.channelId === null) return { state, effects: [] };
      const next = at(state, event.nowMs);
      // The timer may fire early, as delays are capped at one hour; then nothing is fetched.
      const early = next.live !== null && next.live === state.live;
      if (early) return { state: next, effects: [refreshIn(next, event.nowMs, settings)] };
      // Reload at each programme change to pick up edits since the last load. Loading also sets the next timer.
      const effects: LiveEffect[] = [{ type: 'loadTimetable', channelId: state.channelId }];
      if (next.source === null) effects.push({ type: 'loadSource', channelId: state.channelId });
      return { state: next, effects };
    }
  }
}
