import { memberNow } from '#app/components/frame/member-state.ts';
import { songCalls } from '#app/song-paths.ts';
import { HEARD_AFTER_MS, MAX_HEARD_AT_ONCE } from '#domain/songs/member-songs.rules.ts';

/** Called several times a second with the id of the current song; null: none. */
export type NoteSong = (markId: number | null) => void;

/** Delay to batch several songs. */
const SEND_AFTER_MS = 60_000;
/** A poll later than this did not see what was between: a throttled tab or a suspended device. */
const MAX_STEP_MS = 5_000;

/**
 * Records for a member which songs played for half a minute, unless muted or at zero volume. Unsent records are
 * dropped: it is an aid to memory, not accounting.
 */
export function songsHeard(
  media: Pick<HTMLMediaElement, 'muted' | 'volume'>,
  signal: AbortSignal,
  { nowMs = () => performance.now(), send = sendHeard }: { nowMs?: () => number; send?: (ids: number[]) => void } = {},
): NoteSong {
  let current: { id: number; heardMs: number; isNoted: boolean } | null = null;
  let lookedAtMs = nowMs();
  let waiting: number[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const ids = waiting;
    waiting = [];
    if (ids.length > 0 && memberNow()?.user) send(ids);
  };
  addEventListener('pagehide', flush, { signal });
  document.addEventListener('visibilitychange', () => document.hidden && flush(), { signal });
  signal.addEventListener('abort', flush);

  return (markId) => {
    const at = nowMs();
    const stepMs = Math.min(at - lookedAtMs, MAX_STEP_MS);
    lookedAtMs = at;
    if (markId === null || media.muted || media.volume === 0) return;
    if (current?.id !== markId) current = { id: markId, heardMs: 0, isNoted: false };
    else current.heardMs += stepMs;
    if (current.isNoted || current.heardMs < HEARD_AFTER_MS) return;
    current.isNoted = true;
    waiting.push(markId);
    if (waiting.length >= MAX_HEARD_AT_ONCE) flush();
    else timer ??= setTimeout(flush, SEND_AFTER_MS);
  };
}

function sendHeard(markIds: number[]): void {
  fetch(songCalls.heard(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mark_ids: markIds }),
    keepalive: true,
  }).catch(() => undefined);
}
