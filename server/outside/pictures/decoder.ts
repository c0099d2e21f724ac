import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createConcurrencyLimit } from '#server/web/concurrency-limit.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { PictureDecoder } from '#shared/picture-decoder.ts';

const PROGRAM = resolve('server/outside/pictures/decoder.process.ts');
/** The largest takes one or two seconds of a core that has nothing else to do. */
const TIMEOUT_MS = 45_000;
/** A JPEG of 2,400 by 2,400 has less. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
/** Pictures in line; who comes after them is asked to come again. */
const MAX_WAITING = 20;
/** What 25 megapixels of sixteen bits take when they must be held whole, with room for the way to eight bits. */
const MAX_MEMORY_BYTES = 700 * 1024 * 1024;

/** Runs the program once; null for whatever ends it in another way than with a picture. */
function decode(bytes: Uint8Array, maxMemoryBytes: number, timeoutMs: number): Promise<Buffer | null> {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, String(maxMemoryBytes)], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // The program needs nothing of ours: no secret, no address of a database.
      env: {},
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > MAX_OUTPUT_BYTES) child.kill('SIGKILL');
      else parts.push(part);
    });
    child.once('error', () => done(null));
    child.once('close', (code) =>
      done(code === 0 && size > 0 && size <= MAX_OUTPUT_BYTES ? Buffer.concat(parts) : null),
    );
    // It may end before it has read everything: what it thinks of the picture is told by how it ends.
    child.stdin.once('error', () => {});
    child.stdin.end(bytes);
  });
}

/**
 * Decodes pictures of visitors in a process of its own, one at a time: what a hostile file makes of the decoder ends with
 * that process, and takes neither the memory nor the time of those who listen.
 */
export function createPictureDecoder({
  maxMemoryBytes = MAX_MEMORY_BYTES,
  maxWaiting = MAX_WAITING,
  timeoutMs = TIMEOUT_MS,
}: { maxMemoryBytes?: number; maxWaiting?: number; timeoutMs?: number } = {}): PictureDecoder {
  const inTurn = createConcurrencyLimit(1);
  let waiting = 0;
  return {
    async remake(bytes) {
      if (waiting > maxWaiting) throw new DomainError('unavailable', 'too many pictures wait to be looked at');
      waiting++;
      try {
        return await inTurn(() => decode(bytes, maxMemoryBytes, timeoutMs));
      } finally {
        waiting--;
      }
    },
  };
}
