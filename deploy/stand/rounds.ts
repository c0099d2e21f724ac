import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#db/database.ts';
import { sendCommand } from './control.ts';
import { databaseUrl, etcdLeaderOf, leaderOf } from './database.ts';
import type { Fault } from './faults/faults.ts';
import type { Layout } from './layout.ts';
import { changePages } from './load/changes.ts';
import { longestWait, unheard } from './load/heard.ts';
import { listen, type Silence } from './load/listeners.ts';
import { write } from './load/writers.ts';
import { watch, type Probe } from './probes.ts';
import { StandError } from './processes.ts';
import { siteUrl, walletsOf } from './site.ts';

export interface RoundsOptions {
  faults: readonly Fault[];
  /** Kinds of server; empty: all. */
  kinds: readonly string[];
  times: number;
  seed: number;
  listeners: number;
}

/** Servers by kind; those of the databases and of etcd by their current role. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  web: ['web1', 'web2'],
  media: ['media1', 'media2'],
  worker: ['worker1', 'worker2'],
  nats: ['nats1', 'nats2', 'nats3'],
  redis: ['redis'],
  cache: ['cache1', 'cache2'],
  balancer: ['balancer1', 'balancer2'],
  leader: [],
  standby: [],
  etcd: [],
  bucket: ['swift-proxy'],
};
export const KIND_NAMES: readonly string[] = Object.keys(KINDS);
const ONLY: Partial<Record<Fault, readonly string[]>> = {
  fill: ['web', 'media', 'worker', 'nats', 'leader', 'standby', 'etcd', 'bucket'],
  clock: ['web', 'media', 'worker', 'leader', 'standby'],
};
/** Before a recovery, so that all are calm with what is left; a dead leader takes longest, 10 s. */
const CALM_MS = 4_000;
const LEAST_MS = 10_000;
const LIMIT_MS = 60_000;
/** A player that waits longer asks again. */
const PLAYER_MS = 5_000;
/** Time for pushes and queued writes to arrive. */
const REST_MS = 20_000;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Round {
  fault: Fault;
  kind: string;
}

function roundsOf({ faults, kinds, times }: RoundsOptions, random: () => number): Round[] {
  const rounds = faults.flatMap((fault) =>
    (ONLY[fault] ?? KIND_NAMES)
      .filter((kind) => kinds.length === 0 || kinds.includes(kind))
      .flatMap((kind) => Array.from({ length: times }, () => ({ fault, kind, order: random() }))),
  );
  return rounds.toSorted((a, b) => a.order - b.order);
}

async function serverOf({ fault, kind }: Round, layout: Layout, random: () => number): Promise<string> {
  if (kind === 'leader' || kind === 'standby') {
    const leader = (await leaderOf(layout)) ?? 0;
    return `db${(kind === 'leader' ? leader : 1 - leader) + 1}`;
  }
  // Without it the others elect another one.
  if (kind === 'etcd') return `etcd${((await etcdLeaderOf(layout)) ?? 0) + 1}`;
  // Another Swift server than the one that takes requests writes the data.
  if (kind === 'bucket' && fault === 'fill') return 'swift-object';
  const names = KINDS[kind]!;
  return names[Math.floor(random() * names.length)]!;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function heard({ listeners, silent, longestMs, missed }: Silence): string {
  if (silent === 0 && missed === 0) return `none of ${listeners} listeners heard silence`;
  return `${silent} of ${listeners} listeners heard silence, at most ${seconds(longestMs)}${missed > 0 ? `, and missed ${missed} segments` : ''}`;
}

/**
 * Fails servers one after the other while visitors read, listen and write; says what failed for how long, and looks for
 * everything that was acknowledged. Whether nothing was lost and no page or playlist was ever old.
 */
export async function runRounds(
  layout: Layout,
  options: RoundsOptions,
  probes: readonly Probe[],
  say: (line: string) => void,
): Promise<boolean> {
  const { folder, ports } = layout;
  const site = siteUrl(layout);
  const random = randomFrom(options.seed);
  const sinceMs = Date.now();
  const database = openDatabase(databaseUrl(layout, 'airwave'), { max: 4 });
  const desks = ports.web.map((port) => `http://localhost:${port + 4}`);
  const listeners = listen(async (path, signal) => {
    const reply = await fetch(site + path, { signal: AbortSignal.any([signal, AbortSignal.timeout(PLAYER_MS)]) });
    if (!reply.ok) throw new StandError(`${path} answers ${reply.status}.`);
    return Buffer.from(await reply.arrayBuffer());
  }, options.listeners);
  const writers = write(site, desks, walletsOf(layout), database.pool);
  const changes = await changePages(
    database.pool,
    site,
    ports.balancers.map((port) => `http://localhost:${port}`),
  );
  const rounds = roundsOf(options, random);
  say(`${rounds.length} rounds with seed ${options.seed} and ${options.listeners} listeners`);
  try {
    // Lets all clients start.
    await delay(15_000);
    listeners.take();
    for (const [i, round] of rounds.entries()) {
      const name = await serverOf(round, layout, random);
      const watched = watch(probes);
      const beganMs = Date.now();
      await sendCommand(folder, [round.fault, name]);
      await delay(LEAST_MS);
      const isCalm = await watched.untilCalm(CALM_MS, LIMIT_MS);
      const recovery = await sendCommand(folder, ['recover', name]).then(
        () => '',
        (error: unknown) => `; ${String(error)}`,
      );
      const isCalmAfter = await watched.untilCalm(CALM_MS, LIMIT_MS);
      const outcomes = await watched.stop();
      const failed = [...outcomes]
        .filter(([, { failures }]) => failures > 0)
        .map(([what, { tries, failures, longestMs }]) => `${what} ${seconds(longestMs)} (${failures} of ${tries})`);
      say(
        `${String(i + 1).padStart(3)} ${round.fault.padEnd(6)} ${round.kind.padEnd(8)} ${name.padEnd(11)} ` +
          `failed: ${failed.join(', ') || 'nothing'}; ${heard(listeners.take())}; encoders waited ${seconds(longestWait(folder, beganMs))}` +
          `${isCalm ? '' : '; not calm before its recovery'}${isCalmAfter ? '' : '; not calm after it'}${recovery}`,
      );
    }
    await Promise.all([listeners.stop(), writers.stop(), changes.stop()]);
    await delay(REST_MS);
    const sound = await unheard(layout, sinceMs);
    const written = await writers.verify(database.pool);
    const { changes: count, latenciesMs, old } = changes.result();
    const contradictions = listeners.contradictions();
    const at = (share: number) => seconds(latenciesMs[Math.floor((latenciesMs.length - 1) * share)] ?? 0);
    say(`${sound.segments} acknowledged segments, each asked of both media processes: ${sound.faults.length} faults`);
    say(`${written.acknowledged}: ${written.faults.length} faults`);
    say(
      `${count} changes of a page, new at both balancers after ${at(0.5)} (median), ${at(0.95)} (95 %), ${at(1)} (most); ${old.length} times old again`,
    );
    say(`${contradictions.length} contradictions between playlists`);
    const faults = [...sound.faults, ...written.faults, ...old, ...contradictions];
    for (const fault of faults.slice(0, 20)) say(`  ${fault}`);
    return faults.length === 0;
  } finally {
    await Promise.all([listeners.stop(), writers.stop(), changes.stop()]);
    await database.close();
  }
}
