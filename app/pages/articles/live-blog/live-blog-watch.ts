import type { EntryView, LiveChanges } from '#domain/live-blogs/live-blogs.rules.ts';
import { liveBlogPaths } from '#shared/paths/live-blog-paths.ts';

/** A stream sends its position at once. Whatever delays that for longer, such as a proxy, would delay entries too. */
const SILENT_MS = 10_000;
const POLL_MS = 10_000;
const SAVING_POLL_MS = 30_000;
const TIMEOUT_MS = 8_000;

interface LiveBlogEvents {
  onChanges: (changes: LiveChanges) => void;
  /** Too much was missed to catch up. */
  onReset: () => void;
  /** The article is not public any more. */
  onGone: () => void;
}

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Keeps a visible page of a live blog current: by a stream of events, else by polling every few seconds.
 * A hidden tab has neither, as browsers limit the connections of a host; it catches up when it is seen again.
 */
export function watchLiveBlog(
  articleId: number,
  from: number,
  { onChanges, onReset, onGone }: LiveBlogEvents,
): () => void {
  let last = from;
  let closedTs: number | null = null;
  let isOver = false;
  let polls = typeof EventSource === 'undefined' || savesData();
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(changes: LiveChanges): void {
    if (isOver) return;
    last = Math.max(last, changes.sequence);
    closedTs = changes.closed_ts;
    onChanges({ ...changes, sequence: last });
    if (closedTs !== null) stop();
  }
  function end(tell: () => void): void {
    if (isOver) return;
    stop();
    tell();
  }
  function shut(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
  }
  function stop(): void {
    isOver = true;
    shut();
    document.removeEventListener('visibilitychange', look);
  }

  async function poll(): Promise<void> {
    try {
      const reply = await fetch(liveBlogPaths.changes(articleId, last), { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (reply.status === 404) return end(onGone);
      if (reply.ok) {
        const changes = (await reply.json()) as LiveChanges;
        if (changes.is_reset) return end(onReset);
        take(changes);
      }
    } catch {
      // Without a network what is shown stays.
    }
    if (!isOver && !document.hidden) timer = setTimeout(() => void poll(), savesData() ? SAVING_POLL_MS : POLL_MS);
  }

  function open(): void {
    const own = new EventSource(liveBlogPaths.events(articleId, last));
    source = own;
    const fall = () => {
      polls = true;
      shut();
      if (!isOver) void poll();
    };
    timer = setTimeout(fall, SILENT_MS);
    own.addEventListener('entry', ({ data }: MessageEvent<string>) => {
      const entry = JSON.parse(data) as EntryView;
      take({ sequence: entry.sequence, closed_ts: closedTs, entries: [entry], is_reset: false });
    });
    own.addEventListener('state', ({ data }: MessageEvent<string>) => {
      clearTimeout(timer);
      const state = JSON.parse(data) as Pick<LiveChanges, 'sequence' | 'closed_ts'>;
      take({ ...state, entries: [], is_reset: false });
    });
    own.addEventListener('reset', () => end(onReset));
    own.addEventListener('gone', () => end(onGone));
    // Otherwise the browser reconnects by itself, with the id of its last event.
    own.addEventListener('error', () => own.readyState === EventSource.CLOSED && fall());
  }

  function look(): void {
    shut();
    if (isOver || document.hidden) return;
    if (polls) void poll();
    else open();
  }
  document.addEventListener('visibilitychange', look);
  look();
  return stop;
}
