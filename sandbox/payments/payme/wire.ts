import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../wallet-control-page.ts';

// The provider's side of the protocol, implemented independently, so that an error of the site is not repeated here.

export interface PaymeKeys {
  clientId: string;
  clientSecret: string;
  keyId: string;
  /** As shown in the portal. */
  signingKey: string;
}

const FIVE_MINUTES_MS = 300_000;
const TOKEN_MS = 3_600_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const digest = (body: string | Buffer): string =>
  'SHA-256='.concat(createHash('sha256').update(body).digest('base64'));

/** The `Signature` header over these lines, in order. */
export function sign(
  { keyId, signingKey }: PaymeKeys,
  lines: readonly (readonly [name: string, value: string])[],
): string {
  const text = lines.map(([name, value]) => `${name}: ${value}`).join('\n');
  const mac = createHmac('sha256', Buffer.from(signingKey, 'base64')).update(text).digest('base64');
  const names = lines.map(([name]) => name).join(' ');
  return `keyId="${keyId}",algorithm="hmac-sha256",headers="${names}",signature="${mac}"`;
}

export const refusal = (status: number, errorCode: string, errorDescription: string): Answer => ({
  status,
  body: { errors: [{ errorCode, errorDescription }] },
});

/** Authentication as the provider checks it: tokens, trace ids and signatures. */
export function createGate(keys: PaymeKeys, { clock, now }: { clock: () => Date; now: () => Date }) {
  const tokens = new Map<string, number>();
  const traces = new Map<string, number>();

  const one = (request: FastifyRequest, name: string): string => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : '';
  };
  const targetOf = ({ method, raw }: FastifyRequest) => `${method.toLowerCase()} ${raw.url ?? ''}`;

  function isSigned(request: FastifyRequest): boolean {
    const given = one(request, 'signature');
    const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(given)?.[1] ?? '';
    const names = field('headers').split(' ');
    if (field('keyId') !== keys.keyId || field('algorithm') !== 'hmac-sha256') return false;
    const hasBody = Buffer.isBuffer(request.body) && request.body.length > 0;
    const must = ['(request-target)', 'api-version', 'request-date-time', 'trace-id', 'authorization'];
    if (hasBody) must.push('digest');
    const lower = names.map((name) => name.toLowerCase());
    if (!must.every((name) => lower.includes(name))) return false;
    if (hasBody && one(request, 'digest') !== digest(request.body as Buffer)) return false;
    const lines = lower.map(
      (name) => [name, name === '(request-target)' ? targetOf(request) : one(request, name)] as const,
    );
    const right = /signature="([^"]*)"$/.exec(sign(keys, lines))?.[1];
    return right === /signature="([^"]*)"$/.exec(given)?.[1];
  }

  return {
    token(form: URLSearchParams | null): Answer {
      // A JSON body is refused like a wrong secret.
      if (!form) return refusal(401, 'EA001', 'Unauthorised');
      if (form.get('client_id') !== keys.clientId) return refusal(400, 'EA002', 'Unknown client');
      if (form.get('client_secret') !== keys.clientSecret) return refusal(401, 'EA001', 'Unauthorised');
      const accessToken = randomBytes(24).toString('base64url');
      tokens.set(accessToken, now().getTime() + TOKEN_MS);
      const expiresOn = new Date(clock().getTime() + TOKEN_MS).toISOString();
      return { status: 200, body: { accessToken, expiresOn, tokenType: 'Bearer' } };
    },

    /** Why a request is rejected before processing; null if it is accepted. */
    refuses(request: FastifyRequest): Answer | null {
      const nowMs = clock().getTime();
      if (one(request, 'api-version') !== '0.12') return { status: 404, body: { message: 'Resource not found' } };
      if (one(request, 'accept') !== 'application/json') return refusal(406, 'EA008', 'Not acceptable');
      const askedMs = Date.parse(one(request, 'request-date-time'));
      if (!(Math.abs(nowMs - askedMs) <= FIVE_MINUTES_MS)) return refusal(400, 'EA002', 'Request-Date-Time');
      const trace = one(request, 'trace-id');
      if (!UUID.test(trace)) return refusal(400, 'EA002', 'Trace-Id');
      for (const [old, atMs] of traces) if (nowMs - atMs > FIVE_MINUTES_MS) traces.delete(old);
      if (traces.has(trace)) return refusal(429, 'EA009', 'Trace-Id was used');
      traces.set(trace, nowMs);
      const token = one(request, 'authorization').replace(/^Bearer /, '');
      if (!((tokens.get(token) ?? 0) > now().getTime())) return refusal(401, 'EA001', 'Unauthorised');
      return isSigned(request) ? null : refusal(401, 'EA001', 'Signature');
    },

    /** Successful replies are signed, refusals are not. */
    send(request: FastifyRequest, reply: FastifyReply, { status, body }: Answer): FastifyReply {
      const text = JSON.stringify(body);
      void reply.code(status).type('application/json');
      if (status < 300) {
        const trace = one(request, 'trace-id');
        const time = clock().toISOString();
        const signature = sign(keys, [
          ['(request-target)', targetOf(request)],
          ['request-date-time', time],
          ['trace-id', trace],
          ['digest', digest(text)],
        ]);
        void reply.headers({ digest: digest(text), signature, 'trace-id': trace, 'request-date-time': time });
      }
      return reply.send(text);
    },
  };
}
