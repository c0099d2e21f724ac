import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
  type ECDH,
} from 'node:crypto';

// Stand-in for the push services of browsers: it makes subscriptions, verifies the sender's token (RFC 8292), decrypts
// what it receives (RFC 8291, 8188) as a browser would, and keeps the last message of a topic (RFC 8030, 5.4).

/** What it answers in place of 201; `hang`: nothing. */
export type PushTrouble = 404 | 410 | 413 | 429 | 503 | 'hang';

interface ReceivedMessage {
  text: string;
  topic: string | null;
  ttlSeconds: number;
  urgency: string;
}

interface Browser {
  keys: ECDH;
  auth: Buffer;
  /** Application server key it subscribed for; null: any. */
  key: string | null;
  /** Next answers, in this order. */
  troubles: PushTrouble[];
  told: ReceivedMessage[];
}

export interface SandboxSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

type PushReply = { status: number; retryAfterSeconds?: number } | 'hang';

const MAX_BYTES = 4_096;
const DAY_SECONDS = 86_400;
const RETRY_AFTER_SECONDS = 1;
const MAX_TOLD = 100;

/** Key and nonce of a message, or null if it is not well formed. */
function decrypt(body: Buffer, { keys, auth }: Browser): string | null {
  if (body.length < 21 + 65 + 17) return null;
  const [salt, size, idLength] = [body.subarray(0, 16), body.readUInt32BE(16), body[20]!];
  if (idLength !== 65 || size < 18 || body.length > 21 + idLength + size) return null;
  const sender = body.subarray(21, 86);
  const sealed = body.subarray(86);
  try {
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // The last record ends with a delimiter and zeros.
    const end = plain.findLastIndex((byte) => byte !== 0);
    return plain[end] === 2 ? plain.subarray(0, end).toString() : null;
  } catch {
    return null;
  }
}

export interface PushSandbox {
  subscribe(options?: { key?: string }): SandboxSubscription;
  /** Next answers to a browser. */
  trouble(endpoint: string, ...troubles: PushTrouble[]): void;
  /** A message to a browser, with headers in lower case. */
  receive(id: string, headers: Readonly<Record<string, string | string[] | undefined>>, body: Buffer): PushReply;
  /** Messages of a browser, oldest first. */
  told(endpoint: string): readonly ReceivedMessage[];
}

/** `base`: URL under which the endpoints are, such as `http://localhost:8810/sandbox/push/send/`. */
export function createPushSandbox(base: string, { nowMs = Date.now }: { nowMs?: () => number } = {}): PushSandbox {
  const browsers = new Map<string, Browser>();
  /** Tokens that were verified: a sender uses one for many messages. */
  const verified = new Map<string, number>();
  const { origin } = new URL(base);
  const idOf = (endpoint: string) => endpoint.slice(base.length);

  /** Whether the sender proved its key for this origin. */
  function isSigned(authorization: string, subscribed: string | null): boolean {
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]{87})$/.exec(authorization) ?? [];
    if (token === '' || (subscribed !== null && subscribed !== key)) return false;
    const nowSeconds = nowMs() / 1_000;
    const kept = verified.get(authorization);
    if (kept !== undefined) return kept > nowSeconds;
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
    try {
      const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
      const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg?: unknown };
      const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
      const isValid = verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      );
      const isMeant = alg === 'ES256' && aud === origin && /^(mailto:|https:)/.test(String(sub));
      const until = Number(exp);
      if (!isValid || !isMeant || !(until > nowSeconds && until <= nowSeconds + DAY_SECONDS)) return false;
      verified.set(authorization, until);
      return true;
    } catch {
      return false;
    }
  }

  return {
    subscribe({ key } = {}) {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const auth = randomBytes(16);
      const id = randomUUID();
      browsers.set(id, { keys, auth, key: key ?? null, troubles: [], told: [] });
      return { endpoint: base + id, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    trouble(endpoint, ...troubles) {
      browsers.get(idOf(endpoint))?.troubles.push(...troubles);
    },
    receive(id, headers, body) {
      const browser = browsers.get(id);
      if (browser === undefined) return { status: 404 };
      const ttl = headers['ttl'];
      if (typeof ttl !== 'string' || !/^\d{1,9}$/.test(ttl) || headers['content-encoding'] !== 'aes128gcm')
        return { status: 400 };
      if (body.length > MAX_BYTES) return { status: 413 };
      const { authorization, topic, urgency } = headers;
      if (typeof authorization !== 'string' || !isSigned(authorization, browser.key)) return { status: 403 };
      if (topic !== undefined && (typeof topic !== 'string' || !/^[\w-]{1,32}$/.test(topic))) return { status: 400 };
      const trouble = browser.troubles.shift();
      if (trouble === 'hang') return 'hang';
      if (trouble === 410 || trouble === 404) browsers.delete(id);
      if (trouble !== undefined)
        return trouble === 429 || trouble === 503
          ? { status: trouble, retryAfterSeconds: RETRY_AFTER_SECONDS }
          : { status: trouble };
      const text = decrypt(body, browser);
      if (text === null) return { status: 400 };
      browser.told.push({
        text,
        topic: topic ?? null,
        ttlSeconds: Number(ttl),
        urgency: typeof urgency === 'string' ? urgency : 'normal',
      });
      if (browser.told.length > MAX_TOLD) browser.told.shift();
      return { status: 201 };
    },
    told: (endpoint) => browsers.get(idOf(endpoint))?.told ?? [],
  };
}
