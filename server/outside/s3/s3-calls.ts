import { createHash, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { S3Error, StorageUnavailable } from './s3-errors.ts';
import { traced } from '#shared/outside/tracing.ts';

/** Where a bucket is and the key to it. */
export interface BucketAccess {
  /** Without a trailing slash. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Begins every key; empty, or ends with `/`. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Limits {
  /** Silence after which a try ends. Uploads have a second more for each MiB. */
  timeoutMs: number;
  tries: number;
  /** Upper bound of the first pause between tries; later ones are twice as long. */
  pauseMs: number;
  /** A read that takes longer is asked a second time, and the first reply counts. */
  hedgeMs: number;
}

export const S3_LIMITS: S3Limits = { timeoutMs: 2_000, tries: 3, pauseMs: 200, hedgeMs: 300 };

export interface S3Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without the prefix of the bucket; empty: the bucket itself. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
}

const MIB = 1_048_576;
const EMPTY = Buffer.alloc(0);
/** Text of an error, at most. */
const MAX_SAID = 4_096;

export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Retried: the bucket is overloaded, or something on the way failed. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof S3Error) || error.status >= 500 || error.status === 429 || error.status === 408;

/** The first element of this name. Replies of S3 are flat enough to be read so. */
export function elementOf(xml: string, name: string): string | undefined {
  const [start, end] = [`<${name}>`, `</${name}>`];
  const from = xml.indexOf(start);
  const to = xml.indexOf(end, from);
  return from < 0 || to < 0 ? undefined : xml.slice(from + start.length, to);
}

async function refusalOf(response: Response, { method, key }: S3Call, bucket: string): Promise<S3Error> {
  const said = (await response.text().catch(() => '')).slice(0, MAX_SAID);
  const code = elementOf(said, 'Code') ?? String(response.status);
  const place = key === '' ? `bucket "${bucket}"` : `"${key}" in bucket "${bucket}"`;
  const why: Record<string, string> = {
    SignatureDoesNotMatch: 'the secret key is wrong',
    InvalidAccessKeyId: 'the access key is unknown',
    RequestTimeTooSkewed: 'the clock of this machine differs from that of the bucket',
    AccessDenied: 'the access key may not do this',
    NoSuchBucket: 'the bucket does not exist',
  };
  return new S3Error(response.status, code, `${method} of ${place} was refused: ${why[code] ?? code} (${code})`);
}

/** Ends a call that is silent for too long; any activity restarts the timer. */
function watchOf(timeoutMs: number, outer?: AbortSignal) {
  const abort = new AbortController();
  const onOuter = () => abort.abort(outer?.reason);
  if (outer?.aborted) onOuter();
  outer?.addEventListener('abort', onOuter);
  const timer = setTimeout(() => abort.abort(new StorageUnavailable(`no answer within ${timeoutMs} ms`)), timeoutMs);
  return {
    signal: abort.signal,
    heard: () => void timer.refresh(),
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onOuter);
    },
  };
}

/** Signed calls of a bucket, by path-style addresses. */
export function createS3Calls(access: BucketAccess, limits: S3Limits = S3_LIMITS) {
  const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = access;
  const signingKeys = new Map<string, ArrayBuffer>();

  async function send(call: S3Call, signal: AbortSignal): Promise<Response> {
    const { method, key, query = {}, headers = {}, body } = call;
    const url = new URL(`${endpoint}/${bucket}${key === '' ? '' : `/${prefix}${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // The server compares both with what arrives: a body torn on the way is refused.
    const sums: Record<string, string> = body ? { 'content-md5': createHash('md5').update(body).digest('base64') } : {};
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, ...sums, 'x-amz-content-sha256': sha256Hex(body ?? EMPTY) },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
      cache: signingKeys,
    }).sign();
    const asked = { method, headers: signed.headers, signal, ...(body ? { body: body as Buffer<ArrayBuffer> } : {}) };
    const response = await traced('provider', `S3 ${method}`, () => fetch(signed.url, { ...asked, redirect: 'error' }));
    if (response.ok) return response;
    throw await refusalOf(response, call, bucket);
  }

  /** One try. `read` takes the body, and says each time that some arrived. */
  async function once<T>(
    call: S3Call,
    read: (response: Response, heard: () => void) => Promise<T>,
    outer?: AbortSignal,
  ): Promise<T> {
    const watch = watchOf(limits.timeoutMs + ((call.body?.length ?? 0) / MIB) * 1_000, outer);
    try {
      const response = await send(call, watch.signal);
      watch.heard();
      return await read(response, watch.heard);
    } catch (error) {
      if (watch.signal.aborted && watch.signal.reason instanceof Error) throw watch.signal.reason;
      throw error;
    } finally {
      watch.end();
    }
  }

  /** Repeats what may pass. A refusal is thrown at once, anything else as `StorageUnavailable` after the last try. */
  async function inTries<T>(what: string, work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (tries >= limits.tries) {
          const reason = error instanceof Error ? error.message : String(error);
          throw new StorageUnavailable(`${what} failed ${tries} times: ${reason}`, error);
        }
        await delay(randomInt(Math.max(1, limits.pauseMs * 2 ** (tries - 1))));
      }
    }
  }

  /** The first of two equal tries that succeeds; the second begins if the first takes long. The other one is aborted. */
  async function hedged<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const ends = new AbortController();
    const first = work(ends.signal);
    const second = delay(limits.hedgeMs, undefined, { signal: ends.signal }).then(() => work(ends.signal));
    second.catch(() => {});
    try {
      const early = await Promise.race([
        first.then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        ),
        delay(limits.hedgeMs, undefined, { signal: ends.signal }),
      ]);
      if (early && 'value' in early) return early.value;
      // It failed before a second was sent: the pause before the next try is right.
      if (early) throw early.error;
      return await Promise.any([first, second]).catch((error: unknown) => {
        throw error instanceof AggregateError ? error.errors[0] : error;
      });
    } finally {
      ends.abort(new Error('the other read was faster'));
    }
  }

  return {
    once,
    inTries,
    hedged,
    /** A call whose reply is short. */
    call: (call: S3Call): Promise<{ headers: Headers; text: string }> =>
      inTries(`${call.method} of "${call.key}"`, () =>
        once(call, async (response) => ({ headers: response.headers, text: await response.text() })),
      ),
  };
}
