import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import type { Fact, Gateway, GatewayAttempt, SentRequest } from '#domain/payments/gateway.types.ts';
import { freePort } from '#tests/setup/site.ts';

/** Public URL of the shop, used in signatures; it listens at another address. */
export const SITE_URL = 'https://site.example';
const START_MS = Date.parse('2026-11-22T04:00:00Z');
const WINDOW_MS = 300_000;

interface StandIn {
  path: string;
  siteUrl: string;
  reachedAt: string;
  ownUrl: string;
  clock: () => Date;
  repeatMs: number[];
}

/**
 * A shop with one provider's stand-in on a socket, for a test file: facts from webhooks are recorded as parsed by the
 * gateway. Its clock advances only when tests wait.
 */
export function walletSiteOfFile(
  name: string,
  sandbox: (app: FastifyInstance, options: StandIn) => Promise<void>,
  gateway: () => Gateway,
) {
  let app: FastifyInstance;
  let folder = '';
  let url = '';
  let aheadMs = 0;
  let count = 0;
  const base = `/sandbox/${name}`;
  const facts: Fact[] = [];
  const asks: string[] = [];
  const events: string[] = [];
  /** Response statuses of webhooks. */
  const answers: number[] = [];
  const clock = () => new Date(START_MS + aheadMs);

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    folder = mkdtempSync(join(tmpdir(), 'wallet-'));
    app = fastify({ forceCloseConnections: true });
    const options = { siteUrl: SITE_URL, reachedAt: url, ownUrl: url, clock, repeatMs: [10] };
    await app.register((scope) => sandbox(scope, { ...options, path: join(folder, `${name}.jsonl`) }), {
      prefix: base,
    });
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      scope.post('/api/payment/callback/:name', async ({ raw, headers, body }, reply) => {
        const sent = { method: 'POST', url: SITE_URL + (raw.url ?? ''), headers, body: body as Buffer };
        try {
          const told = gateway().readWebhook(sent);
          facts.push(...told.facts);
          asks.push(...told.asks);
          events.push(told.eventId);
          answers.push(told.reply.status);
          return await reply.code(told.reply.status).type(told.reply.type).send(told.reply.body);
        } catch {
          answers.push(403);
          return reply.code(403).send();
        }
      });
    });
    await app.listen({ port, host: '127.0.0.1' });
  });
  beforeEach(() => {
    for (const list of [facts, asks, events, answers]) list.length = 0;
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const press = (path: string, fields: Record<string, string> = {}) =>
    fetch(`${url}${base}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

  return {
    facts,
    asks,
    events,
    answers,
    clock,
    base: () => url + base,
    wait: (seconds: number) => (aheadMs += seconds * 1000),
    press,
    look: async (path: string) => (await fetch(`${url}${base}${path}`)).text(),
    /** Injects faults into further calls. */
    fault: (call: string, kind: 'error' | 'hang' | 'lost', times = 1) =>
      press('/_sim/faults', { call, kind, times: String(times) }),
    /** The provider's own records for a number of ours. */
    async book(number: string): Promise<{ kind: string; txn: string; cents: number }[]> {
      const { movements } = (await (await fetch(`${url}${base}/_sim/book`)).json()) as {
        movements: { attempt: string; kind: string; txn: string; cents: number }[];
      };
      return movements
        .filter(({ attempt }) => attempt === number)
        .map(({ kind, txn, cents }) => ({ kind, txn, cents }));
    },
    /** An attempt created now. */
    attempt(over: Partial<GatewayAttempt> = {}): GatewayAttempt {
      const now = clock();
      return {
        number: `UR261122${String(++count).padStart(8, '0')}`,
        method: 'payme',
        amountCents: 38_800,
        description: '會員計劃',
        keepsCard: 'no',
        agreement: null,
        periodMonths: null,
        gatewayRef: null,
        secret: {},
        createdAt: now,
        expiresAt: new Date(now.getTime() + WINDOW_MS),
        isPhone: false,
        ...over,
      };
    },
    /** Starts an attempt at the provider. Returns it as stored afterwards. */
    async begun(attempt: GatewayAttempt) {
      const { start, gatewayRef, secret } = await gateway().start(attempt);
      return { start, attempt: { ...attempt, gatewayRef, secret } };
    },
    told: (notices: number) =>
      vi.waitFor(
        () => {
          if (answers.length < notices) throw new Error(`${answers.length} notices came`);
        },
        { timeout: 20_000 },
      ),
  };
}

/** The fields of a page's return form, as posted by the browser. */
export function wayBackOf(html: string, gateway: string): SentRequest {
  const form = new RegExp(`<form method="post" action="${SITE_URL}/[^"]*"[^]*?</form>`).exec(html)?.[0] ?? '';
  const read = (text: string) =>
    text.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
  const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [read(name), read(value)],
  );
  return {
    method: 'POST',
    url: `${SITE_URL}/api/payment/return/${gateway}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams(fields).toString()),
  };
}
