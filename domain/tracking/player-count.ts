import { hash, randomUUID } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { addPlayers } from './tracking.store.ts';

/** Maximum players counted a minute, to bound memory. */
const MAX_PLAYERS = 100_000;
const MINUTE_MS = 60_000;

export interface PlayerCount {
  /** A player fetched a live playlist. `player` distinguishes it within this minute and is not stored. */
  seen(streamId: number, player: string): void;
  stop(): Promise<void>;
}

/** Counts the players that fetch live playlists, by minute, to compare with the listeners that report. */
export function createPlayerCount({
  db,
  onFault,
  nowMs = Date.now,
}: {
  db: Db;
  onFault: (error: unknown) => void;
  nowMs?: () => number;
}): PlayerCount {
  const process = randomUUID();
  // Exists in this process's memory only, so that players cannot be traced.
  const salt = randomUUID();
  const minuteNow = () => Math.floor(nowMs() / MINUTE_MS);
  let minute = minuteNow();
  let players = new Map<number, Set<string>>();
  let writing = Promise.resolve();

  function turn(): void {
    const counted = [...players].map(([streamId, { size }]) => ({ streamId, players: size }));
    const at = new Date(minute * MINUTE_MS);
    players = new Map();
    minute = minuteNow();
    if (counted.length > 0) writing = addPlayers(db, at, process, counted).catch(onFault);
  }

  const timer = setInterval(() => {
    if (minuteNow() !== minute) turn();
  }, 5_000);
  timer.unref();
  return {
    seen(streamId, player) {
      if (minuteNow() !== minute) turn();
      let set = players.get(streamId);
      if (!set) players.set(streamId, (set = new Set()));
      if (set.size < MAX_PLAYERS) set.add(hash('sha1', `${salt} ${player}`, 'base64'));
    },
    async stop() {
      clearInterval(timer);
      turn();
      await writing;
    },
  };
}
