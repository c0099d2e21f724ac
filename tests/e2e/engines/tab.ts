import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A window of an engine other than Chromium: the minimal interface needed by these tests. */
export interface Tab {
  go: (url: string) => Promise<void>;
  /** Runs a function in the page; arguments and result are JSON. */
  run: <Args extends unknown[], T>(work: (...args: Args) => T | Promise<T>, ...args: Args) => Promise<T>;
  /** A mouse click at a viewport position. */
  press: (x: number, y: number) => Promise<void>;
  /** Key presses in sequence, sent to the focused element. */
  keys: (...keys: string[]) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** Uncaught exceptions of pages. */
  faults: () => Promise<string[]>;
  picture: () => Promise<Buffer>;
  close: () => Promise<void>;
}

/** WebDriver's codes for special keys. */
export const KEYS = { left: '\uE012', end: '\uE010' } as const;

/** Clicks and keys, as actions common to WebDriver and WebDriver BiDi. */
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

/** Polls until the result is truthy. Throws with `what` on timeout. */
export async function until<T>(ask: () => Promise<T>, what: string): Promise<NonNullable<T>> {
  for (const endMs = Date.now() + PATIENCE_MS; Date.now() < endMs; await delay(150)) {
    // A page being unloaded does not answer.
    const answer = await ask().catch(() => null);
    if (answer) return answer;
  }
  throw new Error(`${what} did not come`);
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'airwave-engine-'));

/** A process that ends with the tests, and its output. */
export function helper(command: string, args: string[], options: SpawnOptions = {}) {
  const child: ChildProcess = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    // Its own process group, so that its children end with it.
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (said += data.toString()));
  // `exit` instead of `close`: children may keep its output open.
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The process group has already ended.
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

/** A null sound device: without one Gecko refuses media with sound only. */
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
