import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { faultsOfDeployment, type Unit } from './deploy-check.ts';
import { readCompose } from './deploy.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  SITE_URL: 'https://radio.example',
  TRUST_PROXY: '1',
  SECRET_KEY: 'a-secret-of-the-station-that-is-long-enough',
  LEDGER_KEY: 'a-key-of-the-ledger-that-is-long-enough-too',
  LEDGER_TO: 'books@radio.example',
  BOT_CHECK_URL: 'https://bots.example/siteverify',
  BOT_CHECK_SECRET: 'a-secret-of-the-bot-check',
  BOT_CHECK_SITE_KEY: 'site-key',
  SMTP_URL: 'smtps://mail.radio.example',
  MAIL_FROM: 'radio@radio.example',
  CONTACT_TO: 'contact@radio.example',
  LOST_PROPERTY_TO: 'found@radio.example',
  PHONE_VERIFICATION_MODE: 'disabled',
  STORAGE: 's3://airwave',
  AWS_ACCESS_KEY_ID: 'KEY',
  AWS_SECRET_ACCESS_KEY: 'SECRET',
};
const SHARED = {
  ...PRODUCTION,
  ASSET_RELEASES: '3',
  CACHE_URL: 'redis://10.0.0.31:6379',
  DATABASE_URL: 'postgres://service:pw@10.0.0.21:5432,10.0.0.22:5432/airwave?target_session_attrs=read-write',
  PURGE_URLS: 'http://10.0.0.11:6081/,http://10.0.0.12:6081/',
  MEDIA_PEERS: 'http://10.0.0.1:8810,http://10.0.0.2:8810',
};
const CACHES = ['10.0.0.11:6081', '10.0.0.12:6081'];
const unit = (machine: string, services: string, env: Record<string, string> = {}): Unit => ({
  name: `${services} on ${machine}`,
  machine,
  services,
  env: { ...SHARED, ...env },
});
/** A deployment in which nothing is wrong, with these processes in place of those of the same name. */
const faultsWith = (...changed: Unit[]) => {
  const units = [
    unit('a', 'web,tracking'),
    unit('b', 'web,tracking'),
    unit('a', 'media'),
    unit('b', 'media'),
    unit('a', 'worker,clock'),
  ];
  const all = units.map((one) => changed.find(({ name }) => name === one.name) ?? one);
  return faultsOfDeployment({ units: all, caches: CACHES, maxConnections: 100 });
};

it('finds nothing wrong with processes that agree', () => {
  expect(faultsWith()).toEqual([]);
});

it.each([
  [
    'web,tracking',
    { SECRET_KEY: 'another-secret-that-is-long-enough-as-well' },
    /^SECRET_KEY differs between .*: sessions/,
  ],
  ['web,tracking', { STORAGE: 'disk' }, /^web,tracking on a store files on disk.*Set STORAGE=s3/],
  ['web,tracking', { TRUST_PROXY: '0' }, /^web,tracking on a: TRUST_PROXY is 0/],
  ['web,tracking', { HOST: '127.0.0.1' }, /^web,tracking on a: HOST=127\.0\.0\.1/],
  ['web,tracking', { ASSET_RELEASES: '0' }, /^web,tracking on a: ASSET_RELEASES is 0/],
  ['web,tracking', { CACHE_URL: '' }, /^web,tracking on a: CACHE_URL is empty/],
  ['web,tracking', { DATABASE_URL: '' }, /^web,tracking on a: DATABASE_URL is empty/],
  [
    'media',
    { DATABASE_URL: 'postgres://s:pw@a:5432,b:5432/airwave' },
    /^media on a: DATABASE_URL names several.*read-write/,
  ],
  ['media', { DATABASE_URL: 'postgres://s:pw@a:6432/airwave' }, /^media on a: .*PgBouncer.*DATABASE_PREPARED=off/],
  ['media', { MEDIA_PEERS: '' }, /^media on a: MEDIA_PEERS is empty/],
  ['media', { DATABASE_OWNER_URL: 'postgres://o:pw@a/airwave' }, /^media on a: DATABASE_OWNER_URL lets/],
  ['media', { NATS_URL: 'nats://a:4222', NATS_REPLICAS: '3' }, /^media on a: NATS_REPLICAS=3 is more than the 1/],
  ['media', { SITE_URL: 'http://radio.example' }, /^media on a: SITE_URL must begin with https/],
  ['media', { DATABASE_POOL: '60' }, /may open 110 connections.*max_connections is 100\. Raise it to 125/],
  [
    'worker,clock',
    { PURGE_URLS: 'http://10.0.0.11:6081/' },
    /^worker,clock on a: PURGE_URLS lacks the cache http:\/\/10\.0\.0\.12:6081/,
  ],
  [
    'worker,clock',
    { PURGE_URLS: `${SHARED.PURGE_URLS},http://10.0.0.19:6081/` },
    /PURGE_URLS names http:\/\/10\.0\.0\.19:6081/,
  ],
] as [string, Record<string, string>, RegExp][])('says what cannot work with %s and %j', (services, env, sentence) => {
  expect(faultsWith(unit('a', services, env))).toContainEqual(expect.stringMatching(sentence));
});

it('misses the clock, and names a service that does not exist', () => {
  const faults = faultsWith({ ...unit('a', 'worker,clocks'), name: 'worker,clock on a' });
  expect(faults).toContainEqual(expect.stringMatching(/unknown service/));
  expect(faults).toContainEqual(expect.stringMatching(/^No process has the service clock/));
});

it('prints no secret', () => {
  const secret = 'another-secret-that-is-long-enough-as-well';
  const faults = faultsWith(
    unit('a', 'web,tracking', { SECRET_KEY: secret, DATABASE_URL: 'postgres://s:hidden@a,b/airwave' }),
  );
  expect(faults.length).toBeGreaterThan(1);
  expect(faults.join()).not.toMatch(/another-secret|hidden|a-secret-of/);
});

it('finds nothing wrong with the compose file of this repository, once its variables are there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync('deploy/compose.yaml', join(folder, 'compose.yaml'));
  expect(readCompose(join(folder, 'compose.yaml')).missing).toEqual([join(folder, 'airwave.env')]);
  writeFileSync(
    join(folder, 'airwave.env'),
    Object.entries(PRODUCTION)
      .map((pair) => pair.join('='))
      .join('\n'),
  );
  const { missing, ...deployment } = readCompose(join(folder, 'compose.yaml'));
  expect(missing).toEqual([]);
  expect(deployment.units.map(({ services }) => services).toSorted()).toEqual([
    'media',
    'media',
    'web,tracking',
    'web,tracking',
    'worker,clock',
    'worker,clock',
  ]);
  expect(deployment).toMatchObject({ caches: ['balancer1:6081', 'balancer2:6081'], maxConnections: 200 });
  expect(faultsOfDeployment(deployment)).toEqual([]);
});

it('exits with 1 where something cannot work', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'web.env');
  writeFileSync(file, 'SERVICES=web\n');
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/deploy.ts', 'check', `a=${file}`],
    { encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stdout).toMatch(/^web on a: DATABASE_URL is empty/m);
});
