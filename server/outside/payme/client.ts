import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { GatewayRefusedError, GatewayTimeoutError } from '#domain/payments/gateway.types.ts';
import { callSigned, jsonOf, type SignedReply } from '#server/outside/signed-call.ts';
import { digestOf, isSigned, signatureOf } from './signature.ts';
import { traced } from '#shared/outside/tracing.ts';

export interface PaymeAccount {
  /** Base of the API, `https://api.payme.hsbc.com.hk`. */
  url: string;
  clientId: string;
  clientSecret: string;
  keyId: string;
  /** As displayed in the portal. The first key signs; signatures by any of them are accepted, to allow rotation. */
  signingKeys: readonly string[];
  clock: () => Date;
  timeoutMs?: number;
}

interface Question {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
  /** Whether the request is idempotent. If so it is retried once without an answer. */
  repeats: boolean;
}

const API_VERSION = '0.12';
const TARGET = '(request-target)';
const SIGNED = [TARGET, 'Api-Version', 'Request-Date-Time', 'Trace-Id', 'Authorization'];
/** Renewed this long before expiry. */
const TOKEN_SPARE_MS = 5 * 60_000;
/** Lifetime of a token without an expiry. */
const TOKEN_LIFE_MS = 30 * 60_000;

const tokenSchema = z.object({
  accessToken: z.string().regex(/^[\x21-\x7e]{1,4096}$/),
  expiresOn: z.unknown().optional(),
});
const errorSchema = z.object({
  errors: z.array(z.object({ errorCode: z.string().max(20), errorDescription: z.string().optional() })).min(1),
});

/** Throws on an error response. A server error leaves the outcome unknown. */
function judge({ status, body }: SignedReply): void {
  if (status >= 200 && status < 300) return;
  if (status >= 500 || status === 408) throw new GatewayTimeoutError(`PayMe responded with status ${status}`);
  let reply: unknown;
  try {
    reply = JSON.parse(body.toString());
  } catch {
    reply = null;
  }
  const [error] = errorSchema.safeParse(reply).data?.errors ?? [];
  throw new GatewayRefusedError(
    error?.errorCode ?? `http_${status}`,
    (error?.errorDescription ?? `PayMe responded with status ${status}`).slice(0, 200),
  );
}

/** PayMe for Business, version 0.12: every request is signed, and so must be every response. */
export function paymeClient(account: PaymeAccount): (question: Question) => Promise<unknown> {
  const { url, clientId, clientSecret, keyId, signingKeys, clock, timeoutMs } = account;
  const [signingKey = ''] = signingKeys;
  let token: { value: string; until: number } | null = null;
  let coming: Promise<string> | null = null;

  async function fetchToken(): Promise<string> {
    const askedAt = clock().getTime();
    const reply = await traced('provider', 'PayMe token', () =>
      callSigned(
        `${url}/oauth2/token`,
        {
          method: 'POST',
          // A JSON body is rejected as if the secret were wrong.
          headers: {
            accept: 'application/json',
            'api-version': API_VERSION,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret }).toString(),
        },
        timeoutMs,
      ),
    );
    judge(reply);
    const { accessToken, expiresOn } = parse(tokenSchema, jsonOf(reply.body));
    const endsAt = typeof expiresOn === 'string' ? Date.parse(expiresOn) : Number.NaN;
    token = { value: accessToken, until: (endsAt || askedAt + TOKEN_LIFE_MS) - TOKEN_SPARE_MS };
    return accessToken;
  }

  /** Concurrent calls share one request. */
  async function accessToken(): Promise<string> {
    if (token && clock().getTime() < token.until) return token.value;
    coming ??= twice(fetchToken).finally(() => (coming = null));
    return coming;
  }

  async function send({ method, path, body }: Question, bearer: string): Promise<unknown> {
    const address = new URL(url + path);
    const target = `${method.toLowerCase()} ${address.pathname}${address.search}`;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers: Record<string, string> = {
      accept: 'application/json',
      'api-version': API_VERSION,
      'request-date-time': `${clock().toISOString().slice(0, 19)}Z`,
      // Unique per call: a repeated id is rejected.
      'trace-id': randomUUID(),
      authorization: `Bearer ${bearer}`,
      ...(text === undefined ? {} : { 'content-type': 'application/json', digest: digestOf(text) }),
    };
    const names = text === undefined ? SIGNED : [...SIGNED, 'Digest'];
    const asked = { target, header: (name: string) => headers[name.toLowerCase()] };
    headers['signature'] = signatureOf({ keyId, key: signingKey }, names, asked);
    const reply = await traced('provider', `PayMe ${method}`, () =>
      callSigned(address.href, { method, headers, ...(text === undefined ? {} : { body: text }) }, timeoutMs),
    );
    judge(reply);
    const hasBody = reply.body.length > 0;
    const isTrue =
      (!hasBody || reply.headers.get('digest') === digestOf(reply.body)) &&
      isSigned(signingKeys, reply.headers.get('signature') ?? undefined, hasBody ? ['digest'] : [TARGET], {
        target,
        // A response signature may cover request headers that the response does not repeat.
        header: (name) => reply.headers.get(name) ?? headers[name.toLowerCase()],
      });
    if (!isTrue) throw new GatewayTimeoutError('the response is not signed by PayMe');
    if (!hasBody) return null;
    return jsonOf(reply.body);
  }

  return async (question) => {
    const ask = async () => {
      const bearer = await accessToken();
      try {
        return await send(question, bearer);
      } catch (error) {
        // Rejected before any effect: a token can be revoked before its expiry.
        if (!(error instanceof GatewayRefusedError && error.code === 'EA001')) throw error;
        if (token?.value === bearer) token = null;
        return send(question, await accessToken());
      }
    };
    return question.repeats ? twice(ask) : ask();
  };
}

/** Retries once without an answer. */
async function twice<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GatewayTimeoutError) return ask();
    throw error;
  }
}

/** A response that does not match the schema leaves the outcome unknown. */
export function parse<T>(schema: z.ZodType<T>, reply: unknown): T {
  const read = schema.safeParse(reply);
  if (!read.success)
    throw new GatewayTimeoutError(`invalid response from PayMe: ${z.prettifyError(read.error).slice(0, 200)}`);
  return read.data;
}
