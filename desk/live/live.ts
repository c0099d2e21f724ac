import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { LIVE_KINDS, type LiveKind } from '#shared/staff/live.ts';
import { call } from '../call.ts';

// One stream of events a tab, while the tab is visible: browsers limit connections of a host.

/** The browser reconnects by itself, unless it was refused. */
const REFUSED_RETRY_MS = 30_000;

let source: EventSource | null = null;
let isOpen = false;
let users = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();
const handlers = new Map<LiveKind, Set<(data: unknown) => void>>(LIVE_KINDS.map((kind) => [kind, new Set()]));

function setOpen(next: boolean): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const watcher of watchers) watcher();
}

function shut(): void {
  clearTimeout(retry);
  source?.close();
  source = null;
  setOpen(false);
}

function open(): void {
  if (source !== null || users === 0 || document.visibilityState !== 'visible') return;
  const own = new EventSource('/api/staff/live');
  source = own;
  own.addEventListener('open', () => setOpen(true));
  own.addEventListener('error', () => {
    setOpen(false);
    if (own.readyState !== EventSource.CLOSED) return;
    shut();
    retry = setTimeout(open, REFUSED_RETRY_MS);
  });
  for (const [kind, listening] of handlers)
    own.addEventListener(kind, ({ data }: MessageEvent<string>) => {
      for (const handler of listening) handler(JSON.parse(data));
    });
}

const onVisibility = () => (document.visibilityState === 'visible' ? open() : shut());

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  if (users++ === 0) document.addEventListener('visibilitychange', onVisibility);
  open();
  return () => {
    watchers.delete(watcher);
    if (--users > 0) return;
    document.removeEventListener('visibilitychange', onVisibility);
    shut();
  };
}

/** Calls back for each event of a kind. Returns whether the stream is open; without it the caller polls. */
function useLive(kind: LiveKind, onEvent: (data: unknown) => void): boolean {
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    const own = (data: unknown) => handle(data);
    handlers.get(kind)!.add(own);
    return () => void handlers.get(kind)!.delete(own);
  }, [kind]);
  return useSyncExternalStore(subscribe, () => isOpen);
}

export interface LiveRead<T> {
  value: T;
  /** `firstAtMs` until it was read again; 0: read at once. */
  readAtMs: number;
  /** The last call failed. */
  isFailing: boolean;
  read: () => Promise<void>;
}

/**
 * The reply of a call, kept current by events of a kind: their data replaces it; without data it calls again. Without
 * the stream it polls while the page is visible.
 */
export function useLiveRead<T>(
  path: string,
  first: T,
  { kind, pollMs, firstAtMs = 0 }: { kind: LiveKind; pollMs: number; firstAtMs?: number },
): LiveRead<T> {
  const loaded = { of: first, value: first, readAtMs: firstAtMs, isFailing: false };
  const [shown, setShown] = useState(loaded);
  // Loaded again by the router, such as after an action.
  if (shown.of !== first) setShown(loaded);
  const show = (value: T) => setShown((former) => ({ ...former, value, readAtMs: Date.now(), isFailing: false }));
  async function read(signal?: AbortSignal): Promise<void> {
    if (document.visibilityState !== 'visible') return;
    try {
      show(await call<T>(path, undefined, signal));
    } catch {
      if (!signal?.aborted) setShown((former) => ({ ...former, isFailing: true }));
    }
  }
  const isLive = useLive(kind, (data) => {
    if (typeof data === 'object' && data !== null && Object.keys(data).length > 0) show(data as T);
    else void read();
  });
  const readNow = useEffectEvent(read);
  useEffect(() => {
    const mine = new AbortController();
    // What happened before the stream was open, or while the tab was hidden.
    const seen = () => void readNow(mine.signal);
    if (isLive || firstAtMs === 0) seen();
    const timer = isLive ? undefined : setInterval(seen, pollMs);
    document.addEventListener('visibilitychange', seen);
    return () => {
      mine.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [isLive, pollMs, firstAtMs]);
  return { ...shown, read };
}
