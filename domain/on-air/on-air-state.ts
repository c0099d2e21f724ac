import type { Db } from '#db/database.ts';
import { jobBacklog } from '#db/outbox.ts';
import { listenersNow } from '#domain/audience/figures.ts';
import { soundHealth } from '#domain/media/media.ts';
import { findLevels } from './levels.store.ts';

/** Edges, encoders, loudness and listeners by channel, and the backlog of jobs. */
export async function onAirNow(on: { db: Db; now: Date }) {
  const [{ edges, encoders }, levels, listeners, jobs] = await Promise.all([
    soundHealth(on),
    findLevels(on.db),
    listenersNow(on),
    jobBacklog(on.db),
  ]);
  const channels = listeners.map(({ channel, ...audience }) => ({
    channel,
    ...audience,
    edges: edges.filter(({ streamId }) => streamId === channel),
    encoders: encoders.filter(({ streamId }) => streamId === channel),
    level: levels.find(({ streamId }) => streamId === channel),
  }));
  return { channels, jobs };
}
