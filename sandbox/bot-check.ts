import type { FastifyInstance } from 'fastify';
import { WIDGET_SCRIPT } from './bot-check-widget.ts';

/** Test secrets documented by the provider, and their verdict on any token. */
export const TEST_SECRETS = {
  passes: '1x0000000000000000000000000000000AA',
  fails: '2x0000000000000000000000000000000AA',
  spent: '3x0000000000000000000000000000000AA',
} as const;

/** The token that test site keys produce. */
export const DUMMY_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';

/** Tokens end with the name of their form, as `….action-contact`, so that the stand-in need not remember widgets. */
const actionOf = (token: string): string => /\.action-([\w-]{1,32})$/.exec(token)?.[1] ?? '';

/** Our own tokens that trigger failures of the provider, with any passing secret. */
export const MAGIC_TOKENS = {
  refused: 'SANDBOX.REFUSED.TOKEN',
  otherHost: 'SANDBOX.OTHER-HOST.TOKEN',
  internalErrorOnce: 'SANDBOX.INTERNAL-ERROR-ONCE.TOKEN',
  internalError: 'SANDBOX.INTERNAL-ERROR.TOKEN',
  garbage: 'SANDBOX.GARBAGE.TOKEN',
  silent: 'SANDBOX.SILENT.TOKEN',
} as const;

const MAX_TOKEN_CHARS = 2048;
const MAX_REMEMBERED = 10_000;

interface Verdict {
  success: boolean;
  challenge_ts?: string;
  hostname?: string;
  action?: string;
  cdata?: string;
  'error-codes': string[];
  metadata?: Record<string, never>;
}

const refuse = (...codes: string[]): Verdict => ({ success: false, 'error-codes': codes });

/** Stand-in for Cloudflare Turnstile's siteverify: the same requests and replies, with single-use tokens. */
export async function botCheckSandbox(
  app: FastifyInstance,
  { hostname = 'localhost', clock = () => new Date() }: { hostname?: string; clock?: () => Date } = {},
): Promise<void> {
  /** Spent tokens with their idempotency key; the oldest are evicted. */
  const spent = new Map<string, string>();
  const failedOnce = new Set<string>();

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });

  const pass = (action: string): Verdict => ({
    success: true,
    challenge_ts: clock().toISOString(),
    hostname,
    action,
    cdata: '',
    'error-codes': [],
    metadata: {},
  });

  function judge(form: Record<string, unknown>): Verdict | 'silent' | 'garbage' {
    const { secret, response: token, idempotency_key: given } = form;
    const key = typeof given === 'string' ? given : '';
    if (typeof secret !== 'string' || secret === '') return refuse('missing-input-secret');
    if (typeof token !== 'string' || token === '') return refuse('missing-input-response');
    if (token.length > MAX_TOKEN_CHARS) return refuse('invalid-input-response');
    if (secret === TEST_SECRETS.fails) return refuse('invalid-input-response');
    if (secret === TEST_SECRETS.spent) return refuse('timeout-or-duplicate');
    if (secret !== TEST_SECRETS.passes) return refuse('invalid-input-secret');
    const action = actionOf(token);
    switch (action ? token.slice(0, -`.action-${action}`.length) : token) {
      case MAGIC_TOKENS.refused:
        return refuse('invalid-input-response');
      case MAGIC_TOKENS.otherHost:
        return { ...pass(action), hostname: 'elsewhere.example' };
      case MAGIC_TOKENS.internalError:
        return refuse('internal-error');
      case MAGIC_TOKENS.internalErrorOnce: {
        const known = failedOnce.has(key);
        failedOnce.add(key);
        return known ? pass(action) : refuse('internal-error');
      }
      case MAGIC_TOKENS.garbage:
        return 'garbage';
      case MAGIC_TOKENS.silent:
        return 'silent';
      case DUMMY_TOKEN:
        // The documented token may be reused.
        return pass(action);
      default:
    }
    const spentUnder = spent.get(token);
    if (spentUnder !== undefined && (key === '' || spentUnder !== key)) return refuse('timeout-or-duplicate');
    spent.set(token, key);
    for (const oldest of spent.keys()) {
      if (spent.size <= MAX_REMEMBERED) break;
      spent.delete(oldest);
    }
    return pass(action);
  }

  app.get('/turnstile/v0/api.js', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=300').send(WIDGET_SCRIPT),
  );

  app.post('/turnstile/v0/siteverify', async (request, reply) => {
    const { body } = request;
    if (typeof body !== 'object' || body === null) return refuse('bad-request');
    const verdict = judge(body as Record<string, unknown>);
    // Ends with the caller's timeout or when the stand-in stops.
    if (verdict === 'silent') return reply.hijack();
    if (verdict === 'garbage') return reply.type('text/html').send('<h1>502 Bad Gateway</h1>');
    return verdict;
  });
}
