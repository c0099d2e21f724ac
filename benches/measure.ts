import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import autocannon from 'autocannon';

/** One promise: a measured figure and its limit. */
export interface Row {
  promise: string;
  figure: string;
  limit: string;
  holds: boolean;
}

export const CORES = cpus().length;
/** Servers run on the first half of the cores, the load generator on the second. */
export const SERVER_CORES = CORES >= 4 ? '0,1' : '0';
export const LOAD_CORES = CORES >= 4 ? '2,3' : '1';

export function pinTree(pid: number, cores: string): void {
  for (const p of tree(pid)) spawnSync('taskset', ['-apc', cores, String(p)]);
}

/** A process and all its descendants. */
function tree(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((n) => /^\d+$/.test(n))) {
    try {
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // Ended meanwhile.
    }
  }
  const walk = (p: number): number[] => [p, ...(children.get(p) ?? []).flatMap(walk)];
  return walk(pid);
}

/** CPU seconds used by a process and its descendants. */
export function cpuSeconds(pid: number): number {
  return tree(pid).reduce((sum, p) => {
    try {
      const fields = readFileSync(`/proc/${p}/stat`, 'utf8').split(') ')[1]!.split(' ');
      return sum + (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      return sum;
    }
  }, 0);
}

/** Memory of a site: its own process and its page process. */
export function rssMb(pid: number): number {
  const isPages = (p: number) => {
    try {
      return readFileSync(`/proc/${p}/cmdline`, 'utf8').includes('pages.process');
    } catch {
      return false; // ended meanwhile
    }
  };
  return tree(pid)
    .filter((p) => p === pid || isPages(p))
    .reduce(
      (sum, p) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${p}/status`, 'utf8'))?.[1] ?? 0) / 1024,
      0,
    );
}

export interface Load {
  perSecond: number;
  cpuMs: number;
  errors: number;
}

/** Requests one URL at full speed: requests per second, and the CPU of its servers for each. */
export async function load(
  url: string,
  pids: number | readonly number[],
  headers: Record<string, string> = {},
  seconds = 5,
): Promise<Load> {
  const usedSeconds = () => [pids].flat().reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  await autocannon({ url, connections: 32, duration: 1, headers });
  const before = usedSeconds();
  const result = await autocannon({ url, connections: 32, duration: seconds, headers });
  const total = result.requests.total;
  return {
    perSecond: total / seconds,
    cpuMs: ((usedSeconds() - before) * 1000) / total,
    errors: result.errors + result.non2xx,
  };
}

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const p95 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

const ROUNDS = 3;

/**
 * Runs several sides in alternation, A B A B …, so that a slowdown of the machine affects all; returns medians. Each is
 * passed the round.
 */
export async function inTurn<Side extends string>(
  sides: Record<Side, (round: number) => Promise<Load>>,
): Promise<Record<Side, Load>> {
  const names = Object.keys(sides) as Side[];
  const loads = Object.fromEntries(names.map((name) => [name, [] as Load[]])) as Record<Side, Load[]>;
  for (let round = 0; round < ROUNDS; round++) for (const name of names) loads[name].push(await sides[name](round));
  const middle = (of: Load[]): Load => ({
    perSecond: median(of.map((l) => l.perSecond)),
    cpuMs: median(of.map((l) => l.cpuMs)),
    errors: of.reduce((s, l) => s + l.errors, 0),
  });
  return Object.fromEntries(names.map((name) => [name, middle(loads[name])])) as Record<Side, Load>;
}

export const versus = (a: () => Promise<Load>, b: () => Promise<Load>): Promise<{ a: Load; b: Load }> =>
  inTurn({ a, b });

/** CPU per second of an idle process, ms: its stations and jobs. */
export async function idleCpuMs(pid: number): Promise<number> {
  const SECONDS = 4;
  const before = cpuSeconds(pid);
  await new Promise((done) => setTimeout(done, SECONDS * 1000));
  return ((cpuSeconds(pid) - before) * 1000) / SECONDS;
}

export async function untilAnswers(url: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} does not answer`);
}

/** Waits until a process has finished the work of a first start, such as building the search index. */
export async function untilQuiet(pid: number): Promise<void> {
  const SHARE = 0.25;
  for (let i = 0; i < 60; i++) {
    const before = cpuSeconds(pid);
    await new Promise((done) => setTimeout(done, 2_000));
    if ((cpuSeconds(pid) - before) / 2 < SHARE) return;
  }
}

export function background(command: string, args: string[]): ChildProcess {
  return spawn(command, args, { stdio: 'ignore' });
}
