import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { attemptOf } from '#tests/factories/money/gateway-site.ts';
import { freePort } from '#tests/setup/site.ts';
import { createEftGateway } from '#server/outside/eft/account.ts';
import { createJetcoGateway } from '#server/outside/jetco/account.ts';
import { createMpgsGateway } from '#server/outside/mpgs/account.ts';
import { createPaydollarGateway } from '#server/outside/paydollar/account.ts';
import { createPaymeGateway } from '#server/outside/payme/account.ts';
import { paymentSandboxes } from './payment-sandboxes.ts';

const clock = () => new Date();
let app: FastifyInstance;
let folder: string;
let config: ReturnType<typeof readConfig>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payment-sandboxes-'));
  const port = await freePort();
  config = readConfig({ PORT: String(port), SITE_URL: `http://127.0.0.1:${port}` });
  app = fastify({ forceCloseConnections: true });
  await paymentSandboxes(app, { config, dataDir: folder, clock });
  await app.listen({ port, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const post = (url: string, fields: [string, string][] | Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

it('stands in the demo for both gateways, with the accounts that the site has there', async () => {
  const paydollar = createPaydollarGateway(config);
  const mpgs = createMpgsGateway(config);
  const attempt = attemptOf({ description: '<script>alert(1)</script>"\'' });
  const { start } = (await paydollar?.start(attempt)) ?? {};
  if (start?.kind !== 'form') throw new Error('no form');
  const page = await post(start.url, start.fields);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).not.toContain('<script>');
  expect(page.headers.get('content-security-policy')).toMatch(
    new RegExp(`^default-src 'none'; .*form-action 'self' ${config.siteUrl}.*frame-ancestors 'none'`),
  );
  const back = await post(`${config.siteUrl}/sandbox/paydollar/pay/${attempt.number}`, {
    do: 'pay',
    cardNo: '4918914107195005',
    expiry: '01/39',
    told: 'never',
  });
  expect(back.headers.get('location')).toContain(`${config.siteUrl}/member/paydollar/resultCallback`);
  expect(await paydollar?.query?.(attempt)).toMatchObject([{ kind: 'paid' }]);

  const other = attemptOf();
  const checkout = (await mpgs?.start(other))?.start;
  if (checkout?.kind !== 'script') throw new Error('no script');
  const script = await fetch(checkout.src);
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect(await script.text()).toContain('showPaymentPage');
  expect((await fetch(`${config.siteUrl}/sandbox/mpgs/checkout/page/${checkout.sessionId}`)).status).toBe(200);
  // May be framed by our own pages only.
  const framed = await fetch(`${config.siteUrl}/sandbox/mpgs/checkout/embedded/${checkout.sessionId}`);
  expect(framed.headers.get('content-security-policy')).toContain(`frame-ancestors 'self' ${config.siteUrl}`);
  expect(framed.headers.get('x-frame-options')).toBeNull();
});

it('shows on a desk what each thinks happened, and runs nothing there', async () => {
  for (const gateway of ['paydollar', 'mpgs']) {
    const desk = await fetch(`${config.siteUrl}/sandbox/${gateway}/_sim`);
    expect(desk.status).toBe(200);
    expect(desk.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(await desk.text()).not.toContain('<script>');
    expect((await fetch(`${config.siteUrl}/sandbox/${gateway}/_sim/settlement.csv`)).status).toBe(200);
    expect((await post(`${config.siteUrl}/sandbox/${gateway}/_sim/faults`, { kind: 'x' })).status).toBe(400);
  }
});

it('offers no gateway in production that has no account, and no sandbox beside a real one', async () => {
  const production = { ...config, demo: false };
  const makers = [createPaydollarGateway, createMpgsGateway, createPaymeGateway, createEftGateway, createJetcoGateway];
  for (const make of makers) expect(make(production)).toBeNull();
  const live = {
    ...config,
    PAYDOLLAR_URL: 'https://pay.example/b2c2/eng/',
    MPGS_URL: 'https://gw.example',
    PAYME_URL: 'https://payme.example',
    EFT_URL: 'https://eft.example/VMP',
    JETCO_URL: 'https://bank.example/pay',
  };
  const desks = ['paydollar/_sim', 'mpgs/_sim', 'payme/', 'eft/', 'jetco/'];
  for (const [of, isThere] of [
    [config, true],
    [live, false],
  ] as const) {
    const site = fastify();
    await paymentSandboxes(site, { config: of, dataDir: folder, clock });
    for (const desk of desks) expect(site.hasRoute({ method: 'GET', url: `/sandbox/${desk}` }), desk).toBe(isThere);
    await site.close();
  }
});
