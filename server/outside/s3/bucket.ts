import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { S3Error, StorageUnavailable } from './s3-errors.ts';
import { createS3Calls, elementOf, S3_LIMITS, sha256Hex, type BucketAccess, type S3Limits } from './s3-calls.ts';

/** Larger objects are sent in parts of this size. */
export const PART_BYTES = 16 * 1_048_576;
const PARTS_AT_ONCE = 2;
const WINDOW_BYTES = 1_048_576;
const SUM = 'x-amz-meta-sha256';

interface Listed {
  key: string;
  bytes: number;
  changedAt: Date;
}

/** A range; the end is exclusive. */
interface Range {
  start: number;
  end: number;
}

/** Objects of a bucket below its prefix. Calls throw `S3Error` if refused, and `StorageUnavailable` after the last try. */
export interface Bucket {
  put(key: string, bytes: Buffer | AsyncIterable<Buffer>, sha256?: string): Promise<void>;
  /** A file, or its first bytes; `sha256` is their sum, if known. */
  putFile(key: string, path: string, known?: { sha256: string; bytes: number }): Promise<void>;
  /** Undefined if the object is missing or shorter than the range. Compared with the sum it was stored with, if whole. */
  get(key: string, range?: Range): Promise<Buffer | undefined>;
  /** Read a window at a time, as fast as it is taken. Undefined if missing. */
  stream(key: string, range?: Range): Promise<Readable | undefined>;
  /** `sha256` is absent for objects sent in parts whose sum was not known before. */
  head(key: string): Promise<{ bytes: number; sha256: string | undefined } | undefined>;
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncGenerator<Listed>;
  /** Throws if the bucket cannot be used with this key. */
  check(): Promise<void>;
}

const isMissing = (error: unknown): boolean =>
  error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket';

async function orMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

async function* piecesOf(response: Response): AsyncGenerator<Buffer> {
  if (response.body === null) return;
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>)
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}

/** Bytes of any pieces in parts of one size; the last one may be shorter. */
async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const given of bytes) {
    let piece = given;
    while (size + piece.length >= PART_BYTES) {
      const taken = PART_BYTES - size;
      yield Buffer.concat([...pieces, piece.subarray(0, taken)]);
      [pieces, size, piece] = [[], 0, piece.subarray(taken)];
    }
    if (piece.length > 0) pieces.push(piece);
    size += piece.length;
  }
  yield Buffer.concat(pieces);
}

async function* partsOfFile(path: string, bytes = Infinity): AsyncGenerator<Buffer> {
  if (bytes === 0) return;
  const handle = await open(path, 'r');
  try {
    yield* handle.createReadStream({
      highWaterMark: 1_048_576,
      autoClose: false,
      end: bytes - 1,
    }) as AsyncIterable<Buffer>;
  } finally {
    await handle.close();
  }
}

export function createBucket(access: BucketAccess, limits: S3Limits = S3_LIMITS): Bucket {
  const calls = createS3Calls(access, limits);

  async function putWhole(key: string, body: Buffer, sha256: string): Promise<void> {
    await calls.call({ method: 'PUT', key, body, headers: { [SUM]: sha256 } });
  }

  /** Sends parts, two at once, so that at most three are in memory; an upload that fails is removed. */
  async function putInParts(key: string, first: Buffer, rest: AsyncIterator<Buffer>, sha256?: string): Promise<void> {
    const headers: Record<string, string> = sha256 === undefined ? {} : { [SUM]: sha256 };
    const begun = await calls.call({ method: 'POST', key, query: { uploads: '' }, headers });
    const uploadId = unescaped(elementOf(begun.text, 'UploadId') ?? '');
    const tags: string[] = [];
    const running = new Set<Promise<void>>();
    const failed: unknown[] = [];
    try {
      for (let body: Buffer | undefined = first; body !== undefined && body.length > 0 && failed.length === 0;) {
        const part = body;
        const number = tags.push('');
        const sent = calls
          .call({ method: 'PUT', key, query: { partNumber: String(number), uploadId }, body: part })
          .then(({ headers: answered }) => {
            tags[number - 1] = answered.get('etag') ?? '';
          })
          .catch((error: unknown) => void failed.push(error))
          .finally(() => running.delete(sent));
        running.add(sent);
        if (running.size >= PARTS_AT_ONCE) await Promise.race(running);
        const next: IteratorResult<Buffer> = await rest.next();
        body = next.done ? undefined : next.value;
      }
      await Promise.all(running);
      if (failed.length > 0) throw failed[0];
      const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('');
      const body = Buffer.from(`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`);
      // Completion may fail after the headers of a success were sent.
      const { text } = await calls.call({ method: 'POST', key, query: { uploadId }, body });
      if (text.includes('<Error>'))
        throw new StorageUnavailable(`"${key}" was not completed: ${elementOf(text, 'Code')}`);
    } catch (error) {
      await Promise.all(running);
      await calls.call({ method: 'DELETE', key, query: { uploadId } }).catch(() => {});
      throw error;
    } finally {
      await rest.return?.();
    }
  }

  async function putParts(key: string, parts: AsyncIterator<Buffer>, sha256?: string): Promise<void> {
    const first = await parts.next();
    const bytes = first.done ? Buffer.alloc(0) : first.value;
    if (bytes.length >= PART_BYTES) return putInParts(key, bytes, parts, sha256);
    await parts.return?.();
    await putWhole(key, bytes, sha256 ?? sha256Hex(bytes));
  }

  /** The whole body. Throws if it is shorter than announced or has another sum. */
  async function readAll(response: Response, heard: () => void, key: string): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of piecesOf(response)) {
      heard();
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    const announced = response.headers.get('content-length');
    if (announced !== null && Number(announced) !== bytes.length) throw new StorageUnavailable(`"${key}" arrived torn`);
    const sum = response.headers.get(SUM);
    if (response.status === 200 && sum !== null && sum !== sha256Hex(bytes))
      throw new StorageUnavailable(`"${key}" arrived with other bytes than were stored`);
    return bytes;
  }

  const rangeHeader = (range: Range | undefined): Record<string, string> =>
    range === undefined ? {} : { range: `bytes=${range.start}-${range.end - 1}` };

  /** Read a window at a time, each with its own tries, so that a lost connection costs one window. */
  async function* windows(key: string, { start, end }: Range): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += WINDOW_BYTES) {
      const bytes = await bucket.get(key, { start: at, end: Math.min(end, at + WINDOW_BYTES) });
      if (bytes === undefined) throw new StorageUnavailable(`"${key}" was removed while it was read`);
      yield bytes;
    }
  }

  const bucket: Bucket = {
    async put(key, bytes, sha256) {
      if (!Buffer.isBuffer(bytes)) return putParts(key, inParts(bytes), sha256);
      if (bytes.length < PART_BYTES) return putWhole(key, bytes, sha256 ?? sha256Hex(bytes));
      return putParts(key, inParts(Readable.from([bytes])), sha256 ?? sha256Hex(bytes));
    },
    putFile: (key, path, known) => putParts(key, inParts(partsOfFile(path, known?.bytes)), known?.sha256),
    async get(key, range) {
      if (range !== undefined && range.end <= range.start) return Buffer.alloc(0);
      try {
        return await calls.inTries(`GET of "${key}"`, () =>
          calls.hedged((signal) =>
            calls.once(
              { method: 'GET', key, headers: rangeHeader(range) },
              async (response, heard) => {
                const bytes = await readAll(response, heard, key);
                return range !== undefined && bytes.length !== range.end - range.start ? undefined : bytes;
              },
              signal,
            ),
          ),
        );
      } catch (error) {
        if (isMissing(error) || (error instanceof S3Error && error.status === 416)) return undefined;
        throw error;
      }
    },
    async stream(key, range) {
      const found = await bucket.head(key);
      if (found === undefined) return undefined;
      const all = { start: range?.start ?? 0, end: Math.min(range?.end ?? found.bytes, found.bytes) };
      return Readable.from(windows(key, all), { objectMode: false });
    },
    async head(key) {
      const answer = await orMissing(() => calls.call({ method: 'HEAD', key }));
      if (answer === undefined) return undefined;
      const { headers } = answer;
      return { bytes: Number(headers.get('content-length')), sha256: headers.get(SUM) ?? undefined };
    },
    async remove(key) {
      await orMissing(() => calls.call({ method: 'DELETE', key }));
    },
    async *list(prefix) {
      let token: string | undefined;
      do {
        const query = {
          'list-type': '2',
          prefix: `${access.prefix}${prefix}`,
          ...(token === undefined ? {} : { 'continuation-token': token }),
        };
        const { text } = await calls.call({ method: 'GET', key: '', query });
        for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          yield {
            key: unescaped(elementOf(entry, 'Key') ?? '').slice(access.prefix.length),
            bytes: Number(elementOf(entry, 'Size')),
            changedAt: new Date(elementOf(entry, 'LastModified') ?? 0),
          };
        const next = elementOf(text, 'NextContinuationToken');
        token = elementOf(text, 'IsTruncated') === 'true' && next !== undefined ? unescaped(next) : undefined;
      } while (token !== undefined);
    },
    async check() {
      await calls.call({ method: 'GET', key: '', query: { 'list-type': '2', 'max-keys': '1' } });
    },
  };
  return bucket;
}
