import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketAccess } from '#server/outside/s3/s3-calls.ts';

// A bucket in memory that verifies signatures, as no package does: with any other, a wrong secret would go unnoticed.

interface Stored {
  bytes: Buffer;
  sum: string | undefined;
  storedAt: Date;
  /** Reads that do not see it yet. */
  hiddenFor: number;
}

/** Faults of the next calls of a method. */
export interface Fault {
  method: string;
  kind: 'slow' | 'silent' | 'unavailable' | 'torn' | 'changed';
  times: number;
  /** Only keys that contain this. */
  of?: string;
}

export interface S3UnderTest {
  access: BucketAccess;
  objects: Map<string, Stored>;
  /** `METHOD key`, in order. */
  calls: string[];
  /** Resolves after this many calls of a method. */
  called(method: string, times: number): Promise<void>;
  /** Peak number of body bytes being received at once. */
  peakBytes: () => number;
  fail(fault: Fault): void;
  /** Reads of each new object that miss it. */
  hideNew(reads: number): void;
  openUploads: () => number;
  stop(): Promise<void>;
}

const KEY_ID = 'TESTKEY';
const SECRET = 'a-secret-of-the-bucket-under-test';
const SKEW_MS = 900_000;
const PAGE = 3;

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const hash = (name: string, bytes: Buffer | string): Buffer => createHash(name).update(bytes).digest();
const rfc3986 = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The code of a refusal; undefined if the signature is right. */
function refusalOf(request: IncomingMessage, url: URL, body: Buffer, now: Date): string | undefined {
  const parts = /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
    request.headers.authorization ?? '',
  );
  if (!parts) return 'AccessDenied';
  const [, id, day = '', region = '', signed = '', signature] = parts;
  if (id !== KEY_ID) return 'InvalidAccessKeyId';
  const date = String(request.headers['x-amz-date']);
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(at - now.getTime()) < SKEW_MS) || !date.startsWith(day)) return 'RequestTimeTooSkewed';
  const sum = String(request.headers['x-amz-content-sha256']);
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => rfc3986(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${rfc3986(name)}=${rfc3986(value)}`)
      .sort()
      .join('&'),
    ...signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signed,
    sum,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day), region), 's3'), 'aws4_request');
  const wanted = hmac(key, ['AWS4-HMAC-SHA256', date, scope, hash('sha256', canonical).toString('hex')].join('\n'));
  if (wanted.toString('hex') !== signature) return 'SignatureDoesNotMatch';
  if (sum !== hash('sha256', body).toString('hex')) return 'XAmzContentSHA256Mismatch';
  const md5 = request.headers['content-md5'];
  return md5 !== undefined && md5 !== hash('md5', body).toString('base64') ? 'BadDigest' : undefined;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const tagOf = (bytes: Buffer): string => `"${hash('md5', bytes).toString('hex')}"`;

export async function startS3({ now = () => new Date(), slowMs = 1_000 } = {}): Promise<S3UnderTest> {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, { key: string; sum: string | undefined; parts: Map<number, Buffer> }>();
  const calls: string[] = [];
  const faults: Fault[] = [];
  const waiting = new Set<() => void>();
  let hidden = 0;
  let held = 0;
  let peak = 0;

  const refuse = (response: ServerResponse, status: number, code: string) =>
    void response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
  const store = (key: string, bytes: Buffer, sum: string | undefined) =>
    void objects.set(key, { bytes, sum, storedAt: now(), hiddenFor: hidden });

  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const entries = page.map((key) => {
      const { bytes, storedAt } = objects.get(key)!;
      return `<Contents><Key>${escaped(key)}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const more = keys.length > PAGE ? `<NextContinuationToken>${escaped(page.at(-1)!)}</NextContinuationToken>` : '';
    response.end(
      `<ListBucketResult><IsTruncated>${keys.length > PAGE}</IsTruncated>${entries.join('')}${more}</ListBucketResult>`,
    );
  }

  function read(key: string, request: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
    const found = objects.get(key);
    if (found === undefined || found.hiddenFor-- > 0) return refuse(response, 404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const [start, end] = from === undefined ? [0, found.bytes.length] : [Number(from), Number(to) + 1];
    if (from !== undefined && start >= found.bytes.length) return refuse(response, 416, 'InvalidRange');
    const bytes = Buffer.from(found.bytes.subarray(start, end));
    if (fault?.kind === 'changed') bytes[0] = bytes[0]! ^ 1;
    response.writeHead(from === undefined ? 200 : 206, {
      'content-length': bytes.length,
      etag: tagOf(found.bytes),
      ...(found.sum === undefined ? {} : { 'x-amz-meta-sha256': found.sum }),
    });
    if (request.method === 'HEAD') return void response.end();
    if (fault?.kind !== 'torn') return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
  }

  function answer(
    request: IncomingMessage,
    { url, body }: { url: URL; body: Buffer },
    response: ServerResponse,
    fault: Fault | undefined,
  ): void {
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const sum = request.headers['x-amz-meta-sha256']?.toString();
    const uploadId = url.searchParams.get('uploadId');
    const upload = uploadId === null ? undefined : uploads.get(uploadId);
    if (bucket !== 'airwave') return refuse(response, 404, 'NoSuchBucket');
    if (uploadId !== null && upload === undefined) return refuse(response, 404, 'NoSuchUpload');
    if (request.method === 'GET' && key === '') return list(url, response);
    if (request.method === 'GET' || request.method === 'HEAD') return read(key, request, response, fault);
    if (request.method === 'PUT') {
      if (upload) upload.parts.set(Number(url.searchParams.get('partNumber')), body);
      else store(key, body, sum);
      return void response.writeHead(200, { etag: tagOf(body) }).end();
    }
    if (request.method === 'DELETE') {
      if (uploadId === null) objects.delete(key);
      else uploads.delete(uploadId);
      return void response.writeHead(204).end();
    }
    if (uploadId === null || !upload) {
      const id = randomUUID();
      uploads.set(id, { key, sum, parts: new Map() });
      return void response.end(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)</g)];
    const parts = named.map(([, number]) => upload.parts.get(Number(number)));
    if (named.some(([, , tag], i) => parts[i] === undefined || tagOf(parts[i]) !== tag))
      return refuse(response, 400, 'InvalidPart');
    store(key, Buffer.concat(parts as Buffer[]), upload.sum);
    uploads.delete(uploadId);
    response.end('<CompleteMultipartUploadResult/>');
  }

  const server = createServer((request, response) => {
    void (async () => {
      const size = Number(request.headers['content-length'] ?? 0);
      held += size;
      peak = Math.max(peak, held);
      const body = await buffer(request).finally(() => (held -= size));
      const url = new URL(request.url ?? '/', 'http://bucket');
      const key = decodeURIComponent(url.pathname).replace('/airwave/', '');
      calls.push(`${request.method} ${key}`);
      for (const look of waiting) look();
      const code = refusalOf(request, url, body, now());
      if (code !== undefined) return refuse(response, 403, code);
      const fault = faults.find(
        ({ method, of = '', times }) => method === request.method && key.includes(of) && times > 0,
      );
      if (fault) fault.times--;
      if (fault?.kind === 'silent') return;
      if (fault?.kind === 'unavailable') return refuse(response, 503, 'SlowDown');
      if (fault?.kind === 'slow') setTimeout(() => answer(request, { url, body }, response, fault), slowMs);
      else answer(request, { url, body }, response, fault);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    access: {
      endpoint,
      region: 'hk-1',
      bucket: 'airwave',
      prefix: '',
      accessKeyId: KEY_ID,
      secretAccessKey: SECRET,
    },
    objects,
    calls,
    called: (method, times) =>
      new Promise((done) => {
        const look = () => {
          if (calls.filter((call) => call.startsWith(method)).length < times) return;
          waiting.delete(look);
          done();
        };
        waiting.add(look);
        look();
      }),
    peakBytes: () => peak,
    fail: (fault) => void faults.push(fault),
    hideNew: (reads) => void (hidden = reads),
    openUploads: () => uploads.size,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
