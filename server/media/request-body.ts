import type { IncomingMessage } from 'node:http';
import { DomainError } from '#shared/domain-error.ts';

/** A body on its way in. */
export interface IncomingBody {
  /** Rejects with `tooLarge`, or `invalidParam` when it is cut off or takes too long. */
  bytes: Promise<Buffer>;
  /** Lets go of what came and ignores the rest. */
  cancel(): void;
}

/**
 * Reads a request to its end, from this moment on: ffmpeg hangs up as soon as it has sent the last byte, and what was
 * not taken from the socket by then is gone.
 */
export function receiveBody(request: IncomingMessage, maxBytes: number, timeoutMs: number): IncomingBody {
  let chunks: Buffer[] = [];
  let size = 0;
  let cancel = (): void => {};
  const bytes = new Promise<Buffer>((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      request.on('error', () => {});
      end();
      chunks = [];
      request.resume();
    };
    const fail = (error: DomainError): void => settle(() => reject(error));
    const tooLarge = (): void => fail(new DomainError('tooLarge', `the limit is ${maxBytes} bytes`));
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) tooLarge();
      else chunks.push(chunk);
    };
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks, size)));
    const onCut = (): void => fail(new DomainError('invalidParam', 'the body is cut off'));
    cancel = onCut;
    const timer = setTimeout(
      () => fail(new DomainError('invalidParam', `the body took longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
    request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) tooLarge();
  });
  // Whoever waits for it hears of a failure; nobody may, when the push was refused before.
  bytes.catch(() => {});
  return { bytes, cancel: () => cancel() };
}
