import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningPostgresUrl } from '#db/embedded.ts';
import { isAlive, pageProcessOf, processesOf } from '#tests/setup/processes.ts';
import { freePort, seedFolder, startSite, type Site } from '#tests/setup/site.ts';
import { makeTestFolder } from '#tests/setup/test-folder.ts';

/** A start that must fail: its output and exit code. */
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

const PRODUCTION = {
  NODE_ENV: 'production',
  SITE_URL: 'https://example.org',
  BOT_CHECK_SECRET: 's',
  BOT_CHECK_URL: 'https://example.org/v',
  BOT_CHECK_SITE_KEY: 'k',
  SMTP_URL: 'smtp://mail.example.org',
  MAIL_FROM: 'a@example.org',
  CONTACT_TO: 'b@example.org',
  LOST_PROPERTY_TO: 'c@example.org',
  LEDGER_TO: 'c@example.org',
  LEDGER_KEY: 'l'.repeat(32),
  SECRET_KEY: 'x'.repeat(32),
  PHONE_VERIFICATION_MODE: 'disabled',
};

const postmaster = (site: Site) =>
  Number(readFileSync(join(site.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

it('says that a port is taken, and ends', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  const { code, said } = await refusal({ PORT: String(port) });
  other.close();
  expect(code).not.toBe(0);
  expect(said).toBe(`Port ${port} is in use: stop the program that uses it, or set PORT to another port.`);
});

it.each(['METRICS_PORT', 'ADS_PORT', 'the name server of the demo'])(
  'says that a port is taken before anything is started: %s',
  async (whose) => {
    const [port, taken] = [await freePort(), await freePort()];
    const isUdp = !whose.endsWith('_PORT');
    const tcp = isUdp ? null : createServer().listen(taken, '127.0.0.1');
    const udp = isUdp ? createSocket('udp4').bind(port, '127.0.0.1') : null;
    if (udp) await once(udp, 'listening');
    const { code, said } = await refusal({
      PORT: String(port),
      METRICS_PORT: '0',
      ...(isUdp ? {} : { [whose]: String(taken) }),
    });
    tcp?.close();
    udp?.close();
    expect(code).not.toBe(0);
    expect(said).toBe(
      isUdp
        ? `UDP port ${port} is in use: stop the program that uses it, or set PORT to another port.`
        : `Port ${taken} is in use: stop the program that uses it, or set ${whose} to another port.`,
    );
  },
);

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
  const stations = await refusal(PRODUCTION, ['--services=stations']);
  expect(stations.code).not.toBe(0);
  expect(stations.said).toContain('DEMO=on');
});

it('refuses a service nobody knows', async () => {
  const { code, said } = await refusal({}, ['--services=web,radio']);
  expect(code).not.toBe(0);
  expect(said).toContain('contains an unknown service');
});

/** Starts a program on a folder and sends it a signal once it has said a line: it leaves neither process nor lock. */
async function expectNothingLeft(
  dataDir: string,
  [command, ...args]: [string, ...string[]],
  [line, signal]: [line: string, signal: NodeJS.Signals],
  uid?: number,
): Promise<void> {
  const env = {
    PORT: String(await freePort()),
    METRICS_PORT: '0',
    // By default those after PORT, which another site may have.
    ADS_PORT: String(await freePort()),
    DESK_PORT: String(await freePort()),
    SANDBOX_ADS_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    NODE_ENV: '',
  };
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const ended = once(child, 'exit');
  await new Promise<void>((said, failed) => {
    let text = '';
    child.once('exit', (code) => failed(new Error(`the start ended with ${code} after: ${text}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes(line)) said();
    });
  });
  child.kill(signal);
  const [code] = (await ended) as [number | null];
  if (command === 'node') expect(code).toBe(0);
  // npm exits on the signal; its children have ten seconds.
  await expect.poll(() => processesOf(dataDir)).toEqual([]);
  expect(existsSync(join(dataDir, 'airwave.lock'))).toBe(false);
}

it('leaves no process and no lock when npm start gets SIGTERM at “Making the database…”, nor when the start itself, on the same folder, gets SIGINT at “Seeded programmes”', async () => {
  const dataDir = makeTestFolder('ended');
  await expectNothingLeft(dataDir, ['npm', 'start'], ['Making the database…', 'SIGTERM']);
  // An interrupted initialisation has not damaged the folder: the next start makes the database and begins its seed.
  await expectNothingLeft(dataDir, ['node', 'scripts/start.ts'], ['Seeded programmes', 'SIGINT']);
  rmSync(dataDir, { recursive: true, force: true });
});

// One folder, on which each start finds what the one before left: a start takes more work than all checks of it.
describe('a site without encoders', () => {
  let site: Site;
  let inside: number;
  beforeAll(async () => {
    site = await startSite({ seeded: true, args: ['--services=web'] });
  });
  afterAll(() => site.close());

  it('starts again after kill -9, on the same folder, with the database that was left behind', async () => {
    const pid = postmaster(site);
    await site.kill('SIGKILL');
    expect(isAlive(pid)).toBe(true);
    site = await startSite({ dataDir: site.dataDir, args: ['--services=web'] });
    expect(isAlive(pid)).toBe(false);
    expect((await fetch(`${site.url}/api/live/toolbar`)).status).toBe(200);
  });

  it('ends when its database dies, so that what watches over it starts both again, on the same folder', async () => {
    process.kill(postmaster(site), 'SIGKILL');
    expect(await site.ended).toBe(1);
    expect(site.output()).toContain('The database exited unexpectedly; stopping.');
    expect(existsSync(join(site.dataDir, 'airwave.lock'))).toBe(false);
    inside = await freePort();
    site = await startSite({
      dataDir: site.dataDir,
      args: ['--services=web,media'],
      env: { METRICS_PORT: String(inside), LOG_LEVEL: 'info', PAGE_PROCESS: 'on' },
    });
  });

  it('is ready, and tells which channel is silent to the house alone', async () => {
    const reply = await fetch(`${site.url}/readyz`);
    expect([reply.status, await reply.json()]).toEqual([200, { status: 'ready' }]);
    const ask = (path: string) => fetch(`http://127.0.0.1:${inside}${path}`);
    const told = await ask('/readyz');
    expect([told.status, await told.json()]).toMatchObject([
      200,
      {
        reasons: [],
        warnings: ['channel 881 receives no audio', 'channel 903 receives no audio', 'channel 864 receives no audio'],
        disk: { isFull: false },
      },
    ]);
    const metrics = await (await ask('/metrics')).text();
    expect(metrics).toMatch(/^channels_on_air 0$/m);
    // The API reference is available internally only, where it does not help attackers.
    for (const path of ['/api/docs', '/api/openapi.json']) {
      expect((await ask(path)).status, path).toBe(200);
      expect((await fetch(site.url + path)).status, path).toBe(404);
    }
  });

  it('makes its pages by React as built for production, though it is a demo', () => {
    // React chooses its build by this variable, which the page process inherits from the start.
    expect(readFileSync(`/proc/${pageProcessOf(site)}/environ`, 'utf8').split('\0')).toContain('NODE_ENV=production');
  });

  it('answers 503 for a page that it cannot make now', async () => {
    // A lock is held for longer than a page waits: the response asks to retry later instead of reporting an error that
    // robots remember.
    const holder = new pg.Client({ connectionString: runningPostgresUrl(join(site.dataDir, 'postgres')) ?? '' });
    await holder.connect();
    await holder.query('begin; lock table job_openings in access exclusive mode');
    const page = await fetch(`${site.url}/recruitment`);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '10']);
    await holder.query('rollback');
    expect((await fetch(`${site.url}/recruitment`)).status).toBe(200);
    await holder.end();
  });

  it('keeps writes from other sites out, and tells each reply by its id', async () => {
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
  });

  it('will not be started twice on one folder', async () => {
    const again = await startSite({ dataDir: site.dataDir, until: null });
    expect(await again.ended).not.toBe(0);
    expect(again.output()).toContain('already running');
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  });

  it('drains and stops everything on SIGTERM, the database included; its log says something, and nothing that opens an account', async () => {
    const token = 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5';
    for (const path of [
      `/verify/${token}`,
      `/program/${token}?token=${token}`,
      `/api/verify/${token}`,
      `/%E0%A4%A?k=${token}`,
    ])
      expect((await fetch(site.url + path)).status).toBeGreaterThanOrEqual(400);
    const pid = postmaster(site);
    const before = Date.now();
    expect(await site.kill('SIGTERM')).toBe(0);
    // The README promises ten seconds.
    expect(Date.now() - before).toBeLessThan(10_000);
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(site.dataDir, 'airwave.lock'))).toBe(false);
    expect(site.output()).not.toContain(token);
    const lines = site
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { msg?: string });
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter(({ msg }) => !msg)).toEqual([]);
  });

  it('refuses a database that was made as a demo where there is no demo, whatever became of its accounts', async () => {
    const real = await startSite({ dataDir: site.dataDir, until: null, env: PRODUCTION });
    expect(await real.ended).not.toBe(0);
    expect(real.output()).toContain('made as a demo');
  });

  it('leaves no process and no lock when npm start gets SIGTERM at “Starting the services…”', () =>
    expectNothingLeft(site.dataDir, ['npm', 'start'], ['Starting the services…', 'SIGTERM']));
});

const isRoot = process.getuid?.() === 0;
/** nobody */
const OTHER_UID = 65_534;

it('starts as somebody who is not root', async ({ skip }) => {
  // When run without root, all other tests of this file already show it.
  if (!isRoot) return;
  const may = spawnSync('node', ['--eval', 'require("fs").readFileSync("package.json")'], {
    uid: OTHER_UID,
    gid: OTHER_UID,
  });
  if (may.status !== 0) skip('another user may not read this folder, so nobody but root can start here');
  const dataDir = mkdtempSync(resolve('data/other-'));
  chownSync(dataDir, OTHER_UID, OTHER_UID);
  // The rest of a seed takes several times as long, and all it writes besides the database are files.
  await expectNothingLeft(dataDir, ['node', 'scripts/start.ts'], ['Seeded programmes', 'SIGINT'], OTHER_UID);
  rmSync(dataDir, { recursive: true });
  mkdirSync(dataDir);
  seedFolder(dataDir);
  rmSync(join(dataDir, 'files'), { recursive: true, force: true });
  spawnSync('chown', ['-R', `${OTHER_UID}:${OTHER_UID}`, dataDir]);
  const site = await startSite({ dataDir, uid: OTHER_UID, args: ['--services=web,media'] });
  expect((await fetch(site.url)).status).toBe(200);
  expect(existsSync(join(dataDir, 'files'))).toBe(true);
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
