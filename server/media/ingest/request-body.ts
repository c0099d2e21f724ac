import type { IncomingMessage } from 'node:http';
import { DomainError } from '#shared/domain-error.ts';
import { PushRefusal } from '#server/media/ingest/refusals.ts';

export interface BodyLimits {
  maxBytes: number;
  timeoutMs: number;
  /** Timeout for the first byte, if longer than for the others. */
  firstByteMs?: number;
}

/** An incoming body. */
export interface IncomingBody {
  /** Rejects with `tooLarge`, or `invalidParam` if it is truncated or times out. */
  bytes: Promise<Buffer>;
  /** Discards the data received and ignores the rest. */
  cancel(): void;
}

/** A vanished peer sends no signal: a connection idle for this long is dropped, and the next push gets its turn. */
const SILENCE_MS = 3_000;

/**
 * Reads a request to its end, starting immediately: ffmpeg closes the connection once it has sent the last byte, and
 * data not read from the socket by then is lost.
 */
export function receiveBody(
  request: IncomingMessage,
  { maxBytes, timeoutMs, firstByteMs = SILENCE_MS }: BodyLimits,
): IncomingBody {
  let chunks: Buffer[] = [];
  let size = 0;
  let cancel = (): void => {};
  const bytes = new Promise<Buffer>((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      clearTimeout(silence);
      request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      request.on('error', () => {});
      end();
      chunks = [];
      request.resume();
    };
    const fail = (error: DomainError): void => settle(() => reject(error));
    const tooLarge = (): void => fail(new DomainError('tooLarge', `the limit is ${maxBytes} bytes`));
    const listen = (forMs: number) =>
      setTimeout(() => fail(new PushRefusal('silent', 'invalidParam', `no data received for ${forMs} ms`)), forMs);
    let silence = listen(firstByteMs);
    const onData = (chunk: Buffer): void => {
      clearTimeout(silence);
      silence = listen(SILENCE_MS);
      size += chunk.length;
      if (size > maxBytes) tooLarge();
      else chunks.push(chunk);
    };
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks, size)));
    const onCut = (): void => fail(new PushRefusal('cut off', 'invalidParam', 'the body is truncated'));
    cancel = onCut;
    const timer = setTimeout(
      () => fail(new PushRefusal('silent', 'invalidParam', `the body took longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
    request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) tooLarge();
  });
  // Awaiting callers see a failure; after an early refusal nobody awaits it.
  bytes.catch(() => {});
  return { bytes, cancel: () => cancel() };
}
