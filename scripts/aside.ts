import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a script in a process of its own, beside other work. Resolves with its exit code; rejects once it has ended if it
 * was aborted.
 */
export async function runAside(args: readonly string[], signal: AbortSignal): Promise<number | null> {
  signal.throwIfAborted();
  // A group of its own, so that an abort also ends what the script started.
  const child = spawn(process.execPath, [...process.execArgv, ...args], { stdio: 'inherit', detached: true });
  const end = () => process.kill(-child.pid!, 'SIGTERM');
  signal.addEventListener('abort', end);
  const [code] = (await once(child, 'exit').finally(() => signal.removeEventListener('abort', end))) as [number | null];
  signal.throwIfAborted();
  return code;
}
