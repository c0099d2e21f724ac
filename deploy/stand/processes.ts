import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Server } from './server.ts';

const LOOK_MS = 200;
/** Longer than a process of the site takes, and than PostgreSQL needs to end its sessions. */
const STOP_MS = 20_000;
/** Ends the wait for one that never becomes ready. */
const START_MS = 180_000;

export class StandError extends Error {}

/** Start time of a process, which distinguishes it from a later one with its pid; undefined: it is gone. */
function birthOf(pid: number): string | undefined {
  const file = `/proc/${pid}/stat`;
  // Its name, in brackets, may contain spaces.
  return existsSync(file) ? readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ')[19] : undefined;
}

/** Each process that is gone meanwhile is left out. */
function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

/** The servers of a stand, each in a process group of its own: Ctrl-C in the terminal must not end all at once. */
export class Processes {
  readonly #folder: string;
  readonly #say: (line: string) => void;
  readonly #servers = new Map<string, Server>();
  readonly #children = new Map<string, ChildProcess>();

  constructor(folder: string, say: (line: string) => void) {
    this.#folder = folder;
    this.#say = say;
  }

  #pidFile = (name: string): string => join(this.#folder, 'pids', name);
  logOf = (name: string): string => join(this.#folder, 'logs', `${name}.log`);

  start(server: Server): void {
    const { name, command, env, cwd, user } = server;
    if (this.#children.has(name)) throw new StandError(`${name} is running.`);
    const [program = '', ...args] = command;
    const log = openSync(this.logOf(name), 'a');
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...env },
      cwd,
      ...user,
    });
    closeSync(log);
    this.#servers.set(name, server);
    this.#children.set(name, child);
    const ended = (how: string) => {
      if (!this.#children.delete(name)) return;
      rmSync(this.#pidFile(name), { force: true });
      this.#say(`${name} ended (${how}).`);
    };
    child.once('error', (error) => ended(error.message));
    child.once('exit', (code, signal) => ended(signal ?? `code ${code}`));
    if (child.pid !== undefined) writeFileSync(this.#pidFile(name), `${child.pid} ${birthOf(child.pid)}`);
  }

  /** Until it is ready, after a start if it has ended. */
  async untilServing(name: string): Promise<void> {
    const server = this.#servers.get(name);
    if (!server) throw new StandError(this.#unknown(name));
    if (!this.isRunning(name)) this.start(server);
    await this.untilReady([server]);
  }

  /** As `systemctl restart` does, perhaps with another command or folder. It does not wait until it is ready. */
  async replace(server: Server): Promise<void> {
    await this.stop(server);
    this.start(server);
  }

  async restart(name: string): Promise<void> {
    const server = this.#servers.get(name);
    if (server) await this.replace(server);
  }

  async untilReady(servers: readonly Server[], signal?: AbortSignal): Promise<void> {
    const until = performance.now() + START_MS;
    await Promise.all(
      servers.map(async ({ name, isReady }) => {
        while (!(await isReady())) {
          signal?.throwIfAborted();
          if (!this.#children.has(name)) throw new StandError(`${name} did not start: see ${this.logOf(name)}.`);
          if (performance.now() > until) throw new StandError(`${name} is not ready: see ${this.logOf(name)}.`);
          await delay(LOOK_MS);
        }
      }),
    );
  }

  isRunning = (name: string): boolean => this.#children.has(name);

  /** SIGKILL, SIGSTOP or SIGCONT, to everything that a server consists of. */
  signal(name: string, signal: NodeJS.Signals): void {
    const child = this.#children.get(name);
    if (child?.pid === undefined) throw new StandError(this.#unknown(name));
    signalAll([-child.pid, ...(this.#servers.get(name)?.others?.() ?? [])], signal);
  }

  #unknown = (name: string): string =>
    `No server ${name} is running. Known: ${[...this.#servers.keys()].join(', ') || 'none'}.`;

  async stop({ name }: Pick<Server, 'name'>): Promise<void> {
    const child = this.#children.get(name);
    if (child?.pid === undefined) return;
    const ended = new Promise<boolean>((done) => child.once('exit', () => done(true)));
    // A frozen one handles no signals.
    this.signal(name, 'SIGCONT');
    signalAll([-child.pid], 'SIGTERM');
    if (await Promise.race([ended, delay(STOP_MS, false, { ref: false })])) return;
    this.signal(name, 'SIGKILL');
    await ended;
  }

  /** Kills what a stand in this folder left behind when it was killed itself. */
  endLeftOvers(servers: readonly Server[]): void {
    for (const name of readdirSync(join(this.#folder, 'pids'))) {
      const [pid = '', birth] = readFileSync(this.#pidFile(name), 'utf8').split(' ');
      if (birth === birthOf(Number(pid))) signalAll([-Number(pid)], 'SIGKILL');
      rmSync(this.#pidFile(name));
    }
    for (const { others } of servers) signalAll(others?.() ?? [], 'SIGKILL');
  }
}
