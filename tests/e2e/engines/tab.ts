import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** One window of an engine that is no Chromium: the little that the tests of all engines need. */
export interface Tab {
  go: (url: string) => Promise<void>;
  /** Runs a function in the page; what it takes and gives is JSON. */
  run: <Args extends unknown[], T>(work: (...args: Args) => T | Promise<T>, ...args: Args) => Promise<T>;
  /** A press of the mouse, at a place of the viewport. */
  press: (x: number, y: number) => Promise<void>;
  /** Keys, one after the other, to what has the focus. */
  keys: (...keys: string[]) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** Exceptions of pages that nobody caught. */
  faults: () => Promise<string[]>;
  picture: () => Promise<Buffer>;
  close: () => Promise<void>;
}

/** The names WebDriver has for keys that are no letters. */
export const KEYS = { left: '\uE012', end: '\uE010' } as const;

/** Presses and keys, as the actions that WebDriver and WebDriver BiDi have in common. */
export const hand = (act: (source: Record<string, unknown>) => Promise<unknown>): Pick<Tab, 'press' | 'keys'> => ({
  press: async (x, y) => {
    await act({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  },
  keys: async (...keys) => {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await act({ type: 'key', id: 'keys', actions });
  },
});

const PATIENCE_MS = 60_000;

/** Asks until the answer is yes; throws with what it asked. */
export async function until<T>(ask: () => Promise<T>, what: string): Promise<NonNullable<T>> {
  for (const endMs = Date.now() + PATIENCE_MS; Date.now() < endMs; await delay(150)) {
    // A page that is being left has no answer.
    const answer = await ask().catch(() => null);
    if (answer) return answer;
  }
  throw new Error(`${what} did not come`);
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'airwave-engine-'));

/** A process that ends with the tests, and what it said so far. */
export function helper(command: string, args: string[], options: SpawnOptions = {}) {
  const child: ChildProcess = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    // A group of its own: what it starts in turn ends with it.
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (said += data.toString()));
  // Not its closing: what it started may hold on to what it writes to.
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // Nobody of them is left.
    }
  };
  return {
    child,
    said: () => said,
    end: async () => {
      kill('SIGTERM');
      const late = setTimeout(() => kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(late);
      kill('SIGKILL');
    },
  };
}

/** A sound device that nobody hears: without one Gecko refuses media that is sound alone. */
export async function startSilentSpeaker(folder: string): Promise<{ server: string; end: () => Promise<void> }> {
  const socket = join(folder, 'native');
  const daemon = helper(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--use-pid-file=no',
      '--exit-idle-time=-1',
      '--load=module-null-sink',
      `--load=module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    ],
    { env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder } },
  );
  await until(() => Promise.resolve(existsSync(socket)), 'a sound device');
  return { server: `unix:${socket}`, end: daemon.end };
}
