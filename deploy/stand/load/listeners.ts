import { setTimeout as delay } from 'node:timers/promises';

// Simulated players that measure silence in live sound: they load the playlist, then each segment once, and play it
// in real time.

const CHANNELS = ['881', '903', '864'] as const;
const RENDITION = 'a64';
const RETRY_MS = 1_000;
/** The players of the site begin this far behind the edge. */
const BEHIND = 3;

interface Listed {
  sequence: number;
  startsAtMs: number;
  durationMs: number;
  uri: string;
  isGap: boolean;
}

/** Throws if the playlist is unplayable. */
export function readPlaylist(text: string): Listed[] {
  const listed: Listed[] = [];
  let sequence = Number(/^#EXT-X-MEDIA-SEQUENCE:(\d+)$/m.exec(text)?.[1]);
  const targetMs = Number(/^#EXT-X-TARGETDURATION:(\d+)$/m.exec(text)?.[1]) * 1_000;
  if (!Number.isFinite(sequence) || !Number.isFinite(targetMs)) throw new Error('no playlist');
  let atMs = NaN;
  let durationMs = NaN;
  let isGap = false;
  for (const line of text.split('\n')) {
    const [, date] = /^#EXT-X-PROGRAM-DATE-TIME:(.+)$/.exec(line) ?? [];
    const [, seconds] = /^#EXTINF:([\d.]+)/.exec(line) ?? [];
    if (date !== undefined) atMs = Date.parse(date);
    if (seconds !== undefined) durationMs = Number(seconds) * 1_000;
    if (line === '#EXT-X-GAP') isGap = true;
    if (line === '' || line.startsWith('#')) continue;
    if (Math.round(durationMs / 1_000) * 1_000 > targetMs) throw new Error('a segment longer than the target duration');
    listed.push({ sequence: sequence++, startsAtMs: atMs, durationMs, uri: line, isGap });
    atMs += durationMs;
    isGap = false;
  }
  return listed;
}

interface Player {
  /** When the sound that is loaded ends, ms of `performance.now()`; undefined: it has not begun. */
  untilMs: number | undefined;
  /** Silence since the last report, and its longest uninterrupted part. */
  silenceMs: number;
  longestMs: number;
  /** Silence is counted up to this instant. */
  countedMs: number;
  next: number | undefined;
}

export interface Silence {
  listeners: number;
  /** Of them, that heard any silence. */
  silent: number;
  longestMs: number;
  segments: number;
  /** Segments that had left the playlist before they were loaded, or that it named as gaps, over all listeners. */
  missed: number;
}

export interface Listeners {
  /** Since it was last asked for. */
  take(): Silence;
  /** Contradictions between playlists, in words. */
  contradictions(): string[];
  stop(): Promise<void>;
}

/** `get` resolves with the body of a path of the site, and rejects unless it is answered by 200. */
export function listen(get: (path: string, signal: AbortSignal) => Promise<Buffer>, count: number): Listeners {
  const stopped = new AbortController();
  const { signal } = stopped;
  const contradictions = new Set<string>();
  /** By channel and sequence. */
  const known = new Map<string, string>();
  let missed = 0;
  let segments = 0;

  /** All playlists must agree on each sequence number. */
  function compare(channel: string, listed: readonly Listed[]): void {
    for (const { sequence, startsAtMs, uri } of listed) {
      const key = `${channel} ${sequence}`;
      const value = `${startsAtMs} ${uri}`;
      const before = known.get(key);
      if (before === undefined) known.set(key, value);
      else if (before !== value) contradictions.add(`${key} was ${before} and is ${value}`);
    }
  }

  /** Counts the silence until now, or until the sound that was just loaded begins. */
  function countSilence(player: Player, nowMs: number): void {
    if (player.untilMs === undefined || nowMs <= player.untilMs) return;
    player.silenceMs += nowMs - Math.max(player.countedMs, player.untilMs);
    player.longestMs = Math.max(player.longestMs, nowMs - player.untilMs);
    player.countedMs = nowMs;
  }

  function loaded(player: Player, durationMs: number): void {
    const nowMs = performance.now();
    countSilence(player, nowMs);
    player.untilMs = Math.max(player.untilMs ?? 0, nowMs) + durationMs;
  }

  async function turn(player: Player, channel: string): Promise<void> {
    const folder = `/media/${channel}/${RENDITION}`;
    let listed: Listed[];
    try {
      listed = readPlaylist((await get(`${folder}/live.m3u8`, signal)).toString());
    } catch (error) {
      if (error instanceof Error && /playlist|target/.test(error.message))
        contradictions.add(`${channel}: ${error.message}`);
      throw error;
    }
    compare(channel, listed);
    const first = listed[0]?.sequence ?? 0;
    player.next ??= Math.max(first, (listed.at(-1)?.sequence ?? 0) - BEHIND + 1);
    if (first > player.next) {
      missed += first - player.next;
      player.next = first;
    }
    for (const { sequence, durationMs, uri, isGap } of listed) {
      if (sequence !== player.next) continue;
      if (!isGap) await get(`${folder}/${uri}`, signal);
      player.next++;
      if (isGap) {
        missed++;
        continue;
      }
      segments++;
      loaded(player, durationMs);
    }
  }

  const players = Array.from({ length: count }, (): Player => ({
    untilMs: undefined,
    silenceMs: 0,
    longestMs: 0,
    countedMs: 0,
    next: undefined,
  }));
  const running = players.map(async (player, i) => {
    const channel = CHANNELS[i % CHANNELS.length]!;
    // Not all in the same moment.
    await delay((i / players.length) * 4_000, undefined, { signal }).catch(() => {});
    while (!signal.aborted) {
      const waitMs = await turn(player, channel).then(
        () => 2 * RETRY_MS,
        () => RETRY_MS,
      );
      await delay(waitMs, undefined, { signal }).catch(() => {});
    }
  });

  return {
    take() {
      const nowMs = performance.now();
      for (const player of players) countSilence(player, nowMs);
      const silence = {
        listeners: players.length,
        silent: players.filter((player) => player.silenceMs > 0).length,
        longestMs: Math.max(0, ...players.map((player) => player.longestMs)),
        segments,
        missed,
      };
      for (const player of players) Object.assign(player, { silenceMs: 0, longestMs: 0 });
      missed = segments = 0;
      return silence;
    },
    contradictions: () => [...contradictions],
    async stop() {
      stopped.abort();
      await Promise.all(running);
    },
  };
}
