import type { IncomingMessage } from 'node:http';
import { DomainError } from '#shared/domain-error.ts';

/** Reads a request to its end, or throws `tooLarge`, or `invalidParam` when it is cut off or takes too long. */
export function readBody(request: IncomingMessage, maxBytes: number, timeoutMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      request.on('error', () => {});
      end();
    };
    const fail = (error: DomainError): void =>
      settle(() => {
        request.resume();
        reject(error);
      });
    const tooLarge = (): void => fail(new DomainError('tooLarge', `the limit is ${maxBytes} bytes`));
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxBytes) tooLarge();
      else chunks.push(chunk);
    };
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks, bytes)));
    const onCut = (): void => fail(new DomainError('invalidParam', 'the body is cut off'));
    const timer = setTimeout(
      () => fail(new DomainError('invalidParam', `the body took longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return tooLarge();
    request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  });
}
