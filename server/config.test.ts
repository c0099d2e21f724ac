import { expect, it } from 'vitest';
import { fastify } from 'fastify';
import { ConfigError, hasPageProcess, readConfig } from './config.ts';
import { trustProxy } from './web/proxies.ts';

const faultsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return error instanceof ConfigError ? error.faults.join('\n') : String(error);
  }
};

/** The client address that this configuration derives for a connection from 127.0.0.1. */
async function seen(proxies: string, forwarded: string): Promise<string> {
  const app = fastify({ trustProxy: trustProxy(readConfig(proxies ? { TRUST_PROXY: proxies } : {}).TRUST_PROXY) });
  app.get('/', async (request) => request.ip);
  return (await app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } })).body;
}

it.each([
  ['', '203.0.113.9', '127.0.0.1'],
  ['0', '203.0.113.9', '127.0.0.1'],
  ['1', '203.0.113.9', '203.0.113.9'],
  ['1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
  ['2', '1.2.3.4, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
  ['127.0.0.1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
  ['127.0.0.0/8, 10.0.0.0/8', '1.2.3.4, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
  ['10.0.0.0/8', '203.0.113.9', '127.0.0.1'],
])('with TRUST_PROXY=%s takes one who is forwarded for %s for %s', async (proxies, forwarded, ip) => {
  expect(await seen(proxies, forwarded)).toBe(ip);
});

it.each(['true', '10', '-1', 'loadbalancer', '10.0.0.0/33', '10.0.0.0/8,', '::1/129', '10.0.0.0/8/8'])(
  'refuses TRUST_PROXY=%s',
  (value) => {
    expect(faultsOf({ TRUST_PROXY: value })).toContain('TRUST_PROXY=');
  },
);

it('leads from the demo to no host that does not exist, and from a production with nothing set to none at all (R-175)', () => {
  const { my903, pricing, archiveOffer, social } = readConfig({}).links;
  expect(pricing).toBe('/pricing');
  for (const link of [my903, ...Object.values(social)]) expect(link).toMatch(/^$|^\/outside\/\w+$/);
  expect(archiveOffer).toMatch(/^\/member\//);
  expect(readConfig({ LINK_PRICING: 'https://radio.test/prices' }).links.pricing).toBe('https://radio.test/prices');
});

it('sends who takes the archive offer to an address elsewhere or a path of ours, and to nothing else (R-196, R-197)', () => {
  for (const LINK_ARCHIVE_OFFER of ['https://radio.test/offer', '/pricing'])
    expect(readConfig({ LINK_ARCHIVE_OFFER }).links.archiveOffer).toBe(LINK_ARCHIVE_OFFER);
  for (const LINK_ARCHIVE_OFFER of ['//evil.test/', '/\\evil.test', 'pricing', 'javascript:alert(1)'])
    expect(faultsOf({ LINK_ARCHIVE_OFFER })).toContain('LINK_ARCHIVE_OFFER=');
});

it('makes pages beside the sound where there are two cores, and in one process for who names its services', () => {
  const auto = readConfig({});
  expect(hasPageProcess(auto, [], 2)).toBe(true);
  expect(hasPageProcess(auto, [], 1)).toBe(false);
  expect(hasPageProcess(auto, ['--services=web,media'], 8)).toBe(false);
  expect(hasPageProcess(readConfig({ PAGE_PROCESS: 'on' }), ['--services=web'], 1)).toBe(true);
  expect(hasPageProcess(readConfig({ PAGE_PROCESS: 'off' }), [], 8)).toBe(false);
});

it('limits writes by default and reads only when told to', () => {
  expect(readConfig({})).toMatchObject({ WRITES_PER_SECOND: 10, READS_PER_SECOND: 0, TRUST_PROXY: 0 });
  expect(readConfig({ WRITES_PER_SECOND: '0.5', READS_PER_SECOND: '50' })).toMatchObject({
    WRITES_PER_SECOND: 0.5,
    READS_PER_SECOND: 50,
  });
  expect(faultsOf({ WRITES_PER_SECOND: '-1' })).toContain('WRITES_PER_SECOND');
});

it('shows no password of a database address it refuses', () => {
  const faults = faultsOf({ DATABASE_URL: 'mysql://airwave:hunter2@db.example/airwave' });
  expect(faults).toContain('DATABASE_URL');
  expect(faults).toContain('db.example');
  expect(faults).not.toContain('hunter2');
});

it('takes no secret that the bot check’s provider documents for tests where people are to be told from programs', () => {
  const of = (secret: string) => faultsOf({ NODE_ENV: 'production', BOT_CHECK_SECRET: secret });
  for (const digit of [1, 2, 3]) expect(of(`${digit}x${'0'.repeat(31)}AA`)).toContain('is a test secret');
  expect(of('0x4AAAAAAAAAAAAAAAAAAAAA_a-real-one')).not.toContain('is a test secret');
});

const PRODUCTION = {
  NODE_ENV: 'production',
  SITE_URL: 'https://radio.example',
  BOT_CHECK_SECRET: 's',
  BOT_CHECK_URL: 'https://bots.example/verify',
  BOT_CHECK_SITE_KEY: 'k',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'a@radio.example',
  CONTACT_TO: 'b@radio.example',
  LOST_PROPERTY_TO: 'c@radio.example',
  LEDGER_TO: 'c@radio.example',
  LEDGER_KEY: 'l'.repeat(32),
  SECRET_KEY: 'x'.repeat(32),
  PHONE_VERIFICATION_MODE: 'disabled',
};

it('takes an account at a wallet’s provider whole or not at all, and over https where money is real', () => {
  const jetco = {
    JETCO_URL: 'https://bank.example/pay',
    JETCO_MERCHANT_ID: '881903000001',
    JETCO_SECRETS: 'seed-0001',
  };
  expect(faultsOf({ ...PRODUCTION, ...jetco })).toBe('');
  expect(faultsOf({ ...PRODUCTION, JETCO_URL: jetco.JETCO_URL })).toMatch(/JETCO_MERCHANT_ID[^]*JETCO_SECRETS/);
  expect(faultsOf({ ...PRODUCTION, ...jetco, JETCO_URL: 'http://bank.example/pay' })).toMatch(/^JETCO_URL must begin/);
  expect(faultsOf({ EFT_URL: 'http://127.0.0.1:9000/VMP' })).toContain('EFT_SECRETS');
  expect(faultsOf({ PAYME_URL: 'http://127.0.0.1:9000' })).toContain('PAYME_SIGNING_SECRETS');
  expect(faultsOf({ EFT_METHODS: 'alipay,paypal' })).toContain('EFT_METHODS');
  const wrongSecret = faultsOf({ EFT_SECRETS: 'with a space' });
  expect(wrongSecret).toContain('EFT_SECRETS');
  expect(wrongSecret).not.toContain('with a space');
  expect(faultsOf({ EFT_SECRETS: 'the-new-one,the-old-one', EFT_METHODS: 'wechat,jetco' })).toBe('');
});

it('shows a demo, whose passwords are known, to this machine alone unless told otherwise', () => {
  expect(readConfig({}).HOST).toBe('127.0.0.1');
  expect(readConfig({ HOST: '0.0.0.0', DEMO: 'on' }).HOST).toBe('0.0.0.0');
  for (const HOST of ['0.0.0.0', '::', '192.0.2.7', 'station.example'])
    expect(faultsOf({ HOST })).toContain('DEMO=on as well as HOST');
  for (const HOST of ['localhost', '127.0.0.1', '127.0.0.2', '::1']) expect(faultsOf({ HOST })).toBe('');
  expect(readConfig(PRODUCTION).HOST).toBe('0.0.0.0');
});

it('wants https of a site that is no demo', () => {
  expect(faultsOf(PRODUCTION)).toBe('');
  expect(faultsOf({ ...PRODUCTION, SITE_URL: 'http://radio.example' })).toMatch(/^SITE_URL must begin with https/);
});

it('has the internal port follow the port, so that a second site needs no more than another PORT', () => {
  expect(readConfig({}).METRICS_PORT).toBe(8811);
  expect(readConfig({ PORT: '9000' }).METRICS_PORT).toBe(9001);
  expect(readConfig({ PORT: '65535' }).METRICS_PORT).toBe(65_534);
  expect(readConfig({ PORT: '9000', METRICS_PORT: '0' }).METRICS_PORT).toBe(0);
});

it('wants all of an account at a gateway, by https, and shows none of its secrets', () => {
  const paydollar = {
    PAYDOLLAR_MERCHANT_ID: '88000001',
    PAYDOLLAR_URL: 'https://pay.example/b2c2/eng',
    PAYDOLLAR_SECRETS: 'first-secret-0001,second-secret-0002',
    PAYDOLLAR_LOGIN_ID: 'api',
    PAYDOLLAR_PASSWORD: 'p',
  };
  const mpgs = {
    MPGS_MERCHANT_ID: 'RADIO1',
    MPGS_URL: 'https://gw.example',
    MPGS_PASSWORD: 'p',
    MPGS_WEBHOOK_SECRETS: 'a-secret-of-notices-of-32-letters',
  };
  expect(faultsOf({ ...PRODUCTION, ...paydollar, ...mpgs })).toBe('');
  for (const name of ['PAYDOLLAR_MERCHANT_ID', 'PAYDOLLAR_SECRETS', 'PAYDOLLAR_LOGIN_ID', 'PAYDOLLAR_PASSWORD'])
    expect(faultsOf({ ...PRODUCTION, ...paydollar, [name]: '' }), name).toContain(name);
  for (const name of ['MPGS_MERCHANT_ID', 'MPGS_PASSWORD', 'MPGS_WEBHOOK_SECRETS'])
    expect(faultsOf({ ...PRODUCTION, ...mpgs, [name]: '' }), name).toContain(name);
  expect(faultsOf({ ...PRODUCTION, ...mpgs, MPGS_URL: 'http://gw.example' })).toContain(
    'MPGS_URL must begin with https',
  );
  expect(faultsOf({ MPGS_VERSION: '73' })).toContain('MPGS_VERSION');
  const slip = faultsOf({ PAYDOLLAR_SECRETS: 'hunter2 and-more' });
  expect(slip).toContain('PAYDOLLAR_SECRETS');
  expect(slip).not.toContain('hunter2');
});

it('takes disk or a bucket with its key, and never prints the key', () => {
  expect(readConfig({}).STORAGE).toBe('disk');
  expect(faultsOf({ STORAGE: '/srv/media' })).toContain('must be disk, or a bucket such as s3://airwave');
  const faults = faultsOf({ STORAGE: 's3://airwave', AWS_SECRET_ACCESS_KEY: 'hunter2hunter2' });
  expect(faults).toContain('AWS_ACCESS_KEY_ID is required with STORAGE=s3://airwave');
  expect(faults).not.toContain('hunter2');
  expect(faultsOf({ STORAGE: 's3://airwave/station', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' })).toBe('');
  expect(faultsOf({ S3_ENDPOINT: 'http://bucket' })).toContain('S3_ENDPOINT is not a known variable');
});

it('takes for READ_DATABASE_URL only servers beside DATABASE_URL, and may take the same', () => {
  const url = 'postgres://s:pw@db1,db2/airwave?target_session_attrs=read-write';
  expect(faultsOf({ READ_DATABASE_URL: url })).toContain('READ_DATABASE_URL requires DATABASE_URL');
  expect(faultsOf({ DATABASE_URL: url, READ_DATABASE_URL: 'postgres://s:pw@db1:port/airwave' })).toContain(
    'READ_DATABASE_URL=',
  );
  expect(faultsOf({ DATABASE_URL: url, READ_DATABASE_URL: url })).toBe('');
});
