import { calls } from '#app/paths.ts';
import type { LiveTimetableItem } from '#domain/timetable/timetable.schema.ts';
import type { ChannelId } from '#shared/enums.ts';
import { itemFromWire } from './live-item.ts';
import { initialLive, reduceLive, type LiveEffect, type LiveEvent, type LiveState } from './channel-feed.machine.ts';

const CALL_TIMEOUT_MS = 10_000;
/** Jitter, so that clients do not refresh at once. */
const SPREAD_MS = 4_000;

/** A call that was answered with a failure. Player codes are strings, all others numbers. */
export class CallRefused extends Error {
  readonly code: number | string;
  /** Details of the refusal, if useful. */
  readonly detail: unknown;

  constructor(code: number | string, message: string, detail?: unknown) {
    super(message);
    this.name = 'CallRefused';
    this.code = code;
    this.detail = detail;
  }
}

/** The response of a wrapped call. Throws on anything but success. */
export async function call<T>(address: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS), ...init });
  const body = (await answer.json()) as { response_code: number | string; response_message: string; response: T };
  const { response_code: code } = body;
  if (!answer.ok || typeof code === 'string' || code < 200 || code > 299)
    throw new CallRefused(code, body.response_message, (body.response as { detail?: unknown } | undefined)?.detail);
  return body.response;
}

export interface ChannelFeed {
  state: () => LiveState;
  follow: (channelId: ChannelId) => void;
  subscribe: (listener: () => void) => () => void;
  stop: () => void;
}

/** Runs the channel feed machine in the browser: follows one channel's timetable and source and refreshes them. */
export function createChannelFeed(initial: LiveState = initialLive): ChannelFeed {
  let state = initial;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const dispatch = (event: LiveEvent): void => {
    const before = state;
    const { state: next, effects } = reduceLive(state, event);
    state = next;
    for (const effect of effects) void carryOut(effect);
    if (state !== before) for (const listener of listeners) listener();
  };

  const failed = (channelId: ChannelId, what: 'timetable' | 'source', error: unknown): void =>
    dispatch({ type: 'loadFailed', channelId, what, reason: String(error), nowMs: Date.now() });

  const loadTimetable = async (channelId: ChannelId): Promise<void> => {
    try {
      const askedMs = Date.now();
      const reply = await call<{ currentTimestamp: number; timetableList: LiveTimetableItem[] }>(
        calls.liveChannel(channelId),
      );
      const nowMs = Date.now();
      dispatch({
        type: 'timetableLoaded',
        channelId,
        items: reply.timetableList.map(itemFromWire),
        // Assumes the server read its clock halfway through the round trip.
        serverNowMs: reply.currentTimestamp * 1000 + (nowMs - askedMs) / 2,
        nowMs,
      });
    } catch (error) {
      failed(channelId, 'timetable', error);
    }
  };

  const loadSource = async (channelId: ChannelId): Promise<void> => {
    try {
      const { livePlaylistUrl } = await call<{ livePlaylistUrl: string }>(calls.liveSource(channelId));
      dispatch({ type: 'sourceLoaded', channelId, source: livePlaylistUrl });
    } catch (error) {
      failed(channelId, 'source', error);
    }
  };

  const carryOut = (effect: LiveEffect): Promise<void> | void => {
    switch (effect.type) {
      case 'loadTimetable':
        return loadTimetable(effect.channelId);
      case 'loadSource':
        return loadSource(effect.channelId);
      case 'setTimer':
        clearTimeout(timer);
        timer = setTimeout(
          () => dispatch({ type: 'timerFired', nowMs: Date.now() }),
          effect.inMs + Math.random() * SPREAD_MS,
        );
        return;
      case 'log':
        console.warn(effect.message);
    }
  };

  return {
    state: () => state,
    follow: (channelId) => {
      if (channelId !== state.channelId) dispatch({ type: 'channelChanged', channelId, nowMs: Date.now() });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => clearTimeout(timer),
  };
}
