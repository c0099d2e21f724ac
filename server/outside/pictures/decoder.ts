import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import { DomainError } from '#shared/domain-error.ts';
import { PICTURE_LIMITS } from '#shared/limits.ts';
import type { CreativeDecoder } from '#shared/outside/creative-decoder.ts';
import type { PictureDecoder } from '#shared/outside/picture-decoder.ts';

const PICTURES = resolve('server/outside/pictures/decoder.process.ts');
const CREATIVES = resolve('server/outside/pictures/creative.process.ts');

/** Runs a program once. Null if it ends without a picture. */
function run(
  program: string,
  bytes: Uint8Array,
  { maxMemoryBytes, timeoutMs }: { maxMemoryBytes: number; timeoutMs: number },
): Promise<Buffer | null> {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, String(maxMemoryBytes)], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // Excludes our environment, which contains secrets and the database URL.
      env: {},
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > PICTURE_LIMITS.decodedBytes) child.kill('SIGKILL');
      else parts.push(part);
    });
    child.once('error', () => done(null));
    child.once('close', (code) =>
      done(code === 0 && size > 0 && size <= PICTURE_LIMITS.decodedBytes ? Buffer.concat(parts) : null),
    );
    // The program may exit before reading all input; its exit status is the result.
    child.stdin.once('error', () => {});
    child.stdin.end(bytes);
  });
}

/**
 * Decodes pictures uploaded by visitors in a separate process, one at a time: the effects of a hostile file end with
 * that process and cost listeners neither memory nor time.
 */
export function createPictureDecoder({
  maxMemoryBytes = PICTURE_LIMITS.decodeMemoryBytes,
  maxWaiting = PICTURE_LIMITS.waiting,
  timeoutMs = PICTURE_LIMITS.decodeTimeoutMs,
}: { maxMemoryBytes?: number; maxWaiting?: number; timeoutMs?: number } = {}): PictureDecoder {
  const inTurn = pLimit(1);
  return {
    async remake(bytes) {
      if (inTurn.activeCount + inTurn.pendingCount > maxWaiting)
        throw new DomainError('unavailable', 'too many pictures are waiting to be decoded');
      return inTurn(() => run(PICTURES, bytes, { maxMemoryBytes, timeoutMs }));
    },
  };
}

const findingsSchema = z.object({
  width: z.number(),
  height: z.number(),
  frames: z.number(),
  durationMs: z.number(),
  rounds: z.number(),
  decodeMs: z.number(),
});

/** Decodes and measures creatives of the station's own advertising in the same way. */
export function createCreativeDecoder(): CreativeDecoder {
  const inTurn = pLimit(1);
  const limits = { maxMemoryBytes: PICTURE_LIMITS.decodeMemoryBytes, timeoutMs: PICTURE_LIMITS.decodeTimeoutMs };
  return {
    async decode(bytes) {
      if (inTurn.activeCount + inTurn.pendingCount > PICTURE_LIMITS.waiting)
        throw new DomainError('unavailable', 'too many pictures are waiting to be decoded');
      const made = await inTurn(() => run(CREATIVES, bytes, limits));
      const end = made?.indexOf('\n') ?? -1;
      if (!made || end < 0) return null;
      return { ...findingsSchema.parse(JSON.parse(made.toString('utf8', 0, end))), bytes: made.subarray(end + 1) };
    },
  };
}
