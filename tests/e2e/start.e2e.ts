import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { runningPostgresUrl } from '#db/embedded.ts';
import { freePort, startSite, type Site } from '#tests/setup/site.ts';

/** A start that must end by itself: what it said and how it ended. */
async function refusal(
  env: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number | null; said: string }> {
  const site = await startSite({ until: null, env, args });
  const code = await site.ended;
  const said = site.output().trim();
  rmSync(site.dataDir, { recursive: true, force: true });
  return { code, said };
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const postmaster = (site: Site) =>
  Number(readFileSync(join(site.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

it('says that a port is taken, and ends', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  const { code, said } = await refusal({ PORT: String(port) });
  other.close();
  expect(code).not.toBe(0);
  expect(said).toBe(`Port ${port} is taken: stop what uses it, or set PORT to another.`);
});

it('says that DATABASE_URL cannot be used, and ends', async () => {
  const { code, said } = await refusal({ DATABASE_URL: 'postgres://nobody:wrong@127.0.0.1:1/none' });
  expect(code).not.toBe(0);
  expect(said).toMatch(/^The database of DATABASE_URL cannot be used: .+\.$/);
});

it('names every fault of the configuration at once', async () => {
  const { code, said } = await refusal({ PORT: 'eighty', LOG_LEVEL: 'loud', SITE_URL: 'not a link', DEMO_SECRET: 'x' });
  expect(code).not.toBe(0);
  for (const name of ['PORT', 'LOG_LEVEL', 'SITE_URL', 'DEMO_SECRET']) expect(said).toContain(name);
  expect(said).not.toContain('    at ');
});

it('refuses the demo in production unless it is asked for by name', async () => {
  const { code, said } = await refusal({ NODE_ENV: 'production' });
  expect(code).not.toBe(0);
  expect(said).toContain('BOT_CHECK_SECRET');
  expect(said).toContain('SITE_URL');
  const stations = await refusal(
    {
      NODE_ENV: 'production',
      SITE_URL: 'https://example.org',
      BOT_CHECK_SECRET: 's',
      BOT_CHECK_URL: 'https://example.org/v',
      BOT_CHECK_SITE_KEY: 'k',
      SMTP_URL: 'smtp://mail.example.org',
      MAIL_FROM: 'a@example.org',
      CONTACT_TO: 'b@example.org',
      LOST_PROPERTY_TO: 'c@example.org',
      SECRET_KEY: 'x'.repeat(32),
      PHONE_VERIFICATION_MODE: 'disabled',
    },
    ['--services=stations'],
  );
  expect(stations.code).not.toBe(0);
  expect(stations.said).toContain('DEMO=on');
});

it('refuses a service nobody knows', async () => {
  const { code, said } = await refusal({}, ['--services=web,radio']);
  expect(code).not.toBe(0);
  expect(said).toContain('names no known service');
});

it('drains and stops everything on SIGTERM, the database included', async () => {
  const site = await startSite({ seeded: true });
  const pid = postmaster(site);
  const before = Date.now();
  expect(await site.kill('SIGTERM')).toBe(0);
  // The promise of the README: ten seconds.
  expect(Date.now() - before).toBeLessThan(10_000);
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(join(site.dataDir, 'airwave.lock'))).toBe(false);
  await site.close();
});

it('starts again after kill -9, on the same folder, with the database that was left behind', async () => {
  const dataDir = mkdtempSync(resolve('data/killed-'));
  const first = await startSite({ dataDir, seeded: true });
  const pid = postmaster(first);
  await first.kill('SIGKILL');
  expect(isAlive(pid)).toBe(true);
  const second = await startSite({ dataDir });
  expect(isAlive(pid)).toBe(false);
  expect((await fetch(`${second.url}/api/live/toolbar`)).status).toBe(200);
  await second.close();
});

it('will not start twice on one folder', async () => {
  const site = await startSite({ seeded: true });
  const again = await startSite({ dataDir: site.dataDir, until: null });
  expect(await again.ended).not.toBe(0);
  expect(again.output()).toContain('already running');
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  await site.close();
});

it('answers readiness with reasons, and pages with 503, while something they need is away', async () => {
  const site = await startSite({ args: ['--services=web,media'], until: '/healthz' });
  const reply = await fetch(`${site.url}/readyz`);
  expect(reply.status).toBe(503);
  expect(await reply.json()).toMatchObject({
    reasons: ['no sound arrives for 881', 'no sound arrives for 903', 'no sound arrives for 864'],
  });
  // Somebody holds the table for longer than a page waits: come again, in place of a fault that robots remember.
  const holder = new pg.Client({ connectionString: runningPostgresUrl(join(site.dataDir, 'postgres')) ?? '' });
  await holder.connect();
  await holder.query('begin; lock table job_openings in access exclusive mode');
  const page = await fetch(`${site.url}/recruitment`);
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '10']);
  await holder.query('rollback');
  expect((await fetch(`${site.url}/recruitment`)).status).toBe(200);
  await holder.end();
  await site.close();
});

it('keeps writes from other sites out, and tells each reply by its id', async () => {
  const site = await startSite({ seeded: true, args: ['--services=web'] });
  const write = (origin?: string) =>
    fetch(`${site.url}/api/live/verifyrecaptcha`, {
      method: 'POST',
      body: '{"token":"x"}',
      headers: { 'content-type': 'application/json', ...(origin ? { origin } : {}) },
    });
  expect((await write('https://elsewhere.example')).status).toBe(403);
  expect((await write(site.url)).status).not.toBe(403);
  const named = await fetch(`${site.url}/healthz`, { headers: { 'x-request-id': 'abc-123' } });
  expect(named.headers.get('x-request-id')).toBe('abc-123');
  expect(
    (await fetch(`${site.url}/healthz`, { headers: { 'x-request-id': 'a b' } })).headers.get('x-request-id'),
  ).toMatch(/^[\w-]{36}$/);
  await site.close();
});

it('writes lines that say something, and in none what opens an account', async () => {
  const site = await startSite({ seeded: true, args: ['--services=web'], env: { LOG_LEVEL: 'info' } });
  const token = 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5';
  for (const path of [
    `/verify/${token}`,
    `/program/${token}?token=${token}`,
    `/api/verify/${token}`,
    `/%E0%A4%A?k=${token}`,
  ])
    expect((await fetch(site.url + path)).status).toBeGreaterThanOrEqual(400);
  await site.kill('SIGTERM');
  expect(site.output()).not.toContain(token);
  const lines = site
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg?: string });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter(({ msg }) => !msg)).toEqual([]);
  await site.close();
});

const isRoot = process.getuid?.() === 0;
/** nobody */
const OTHER_UID = 65_534;

it('starts as somebody who is not root', async ({ skip }) => {
  // Whoever runs the tests without being root has it shown by every other test of this file.
  if (!isRoot) return;
  const may = spawnSync('node', ['--eval', 'require("fs").readFileSync("package.json")'], {
    uid: OTHER_UID,
    gid: OTHER_UID,
  });
  if (may.status !== 0) skip('another user may not read this folder, so nobody but root can start here');
  const dataDir = mkdtempSync(resolve('data/other-'));
  chownSync(dataDir, OTHER_UID, OTHER_UID);
  const site = await startSite({ dataDir, uid: OTHER_UID });
  expect((await fetch(site.url)).status).toBe(200);
  expect(site.output()).not.toMatch(/EACCES|permission denied/i);
  expect(await site.kill('SIGTERM')).toBe(0);
  await site.close();
});

it('says that it may not write its folder, and ends', async ({ skip }) => {
  if (!isRoot) skip('only root can make a folder that the start may not write');
  const dataDir = mkdtempSync(resolve('data/closed-'));
  chmodSync(dataDir, 0o755);
  const site = await startSite({ dataDir, uid: OTHER_UID, until: null });
  expect(await site.ended).not.toBe(0);
  expect(site.output().trim()).toMatch(/^DATA_DIR cannot be written: .+\.$/);
  rmSync(dataDir, { recursive: true, force: true });
});

it('says that its disk is full, and ends', async ({ skip }) => {
  const dataDir = mkdtempSync(resolve('data/full-'));
  const mounted = isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dataDir]).status === 0;
  if (!mounted) {
    rmSync(dataDir, { recursive: true, force: true });
    skip('no small disk can be made here; scripts/prepare.test.ts holds the decision');
  }
  try {
    mkdirSync(`${dataDir}/media`);
    writeFileSync(`${dataDir}/media/segment`, Buffer.alloc(7 * 1024 * 1024));
    const site = await startSite({ dataDir, until: null });
    expect(await site.ended).not.toBe(0);
    expect(site.output().trim()).toMatch(/^The disk of .+ is full: .+\.$/);
  } finally {
    spawnSync('umount', [dataDir]);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
