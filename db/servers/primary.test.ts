import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';
import { awaitPrimary, createPrimary, NoPrimaryError } from './primary.ts';

const [a, b] = parseDatabaseUrl('postgres://u:p@a,b:5433/d')!.servers as [never, never];

/** Two servers; a timeline is that of one that accepts writes. */
function world(timelines: { a: number | null; b: number | null }) {
  const clock = { ms: 0 };
  const primary = createPrimary(
    [a, b],
    async (server) => {
      const timeline = timelines[(server as { host: 'a' | 'b' }).host];
      return timeline === null ? null : { server, timeline };
    },
    () => clock.ms,
  );
  return { timelines, primary, clock };
}

it('reads several servers as libpq does', () => {
  expect(
    parseDatabaseUrl('postgresql://u%40x:p@h1:5432,[::1],h2:5433/db?target_session_attrs=read-write&sslmode=require'),
  ).toEqual({
    user: 'u@x',
    isFollowed: true,
    servers: [
      { host: 'h1', port: 5432, url: 'postgresql://u%40x:p@h1:5432/db?sslmode=require' },
      { host: '::1', port: 5432, url: 'postgresql://u%40x:p@[::1]/db?sslmode=require' },
      { host: 'h2', port: 5433, url: 'postgresql://u%40x:p@h2:5433/db?sslmode=require' },
    ],
  });
});

it.each(['postgres://u:p@h:5432/db', 'postgres:///db?host=/run/postgresql', 'postgres://h/db?sslmode=require'])(
  'leaves the one server of %s to the driver',
  (url) => {
    expect(parseDatabaseUrl(url)).toMatchObject({ isFollowed: false, servers: [{ url }] });
  },
);

it('follows the one server of a name that moves', () => {
  expect(parseDatabaseUrl('postgres://u@db/d?target_session_attrs=read-write')?.isFollowed).toBe(true);
});

it.each([
  'postgres://u:p@h1,/db',
  'postgres://u:p@h1:x,h2/db',
  'postgres://u:p@h1,h2/db?target_session_attrs=standby',
  'mysql://h/db',
])('refuses %s', (url) => {
  expect(parseDatabaseUrl(url)).toBeNull();
});

it('cuts connections to a silent server once another is promoted, also if nobody asks any more: all their places are taken', async () => {
  const { timelines, primary } = world({ a: 1, b: null });
  await primary.find();
  const cut: string[] = [];
  primary.join(a, () => cut.push('old'));
  timelines.a = null;
  primary.doubt();
  await expect(primary.find()).rejects.toThrow(NoPrimaryError);
  timelines.b = 2;
  await expect.poll(() => cut).toEqual(['old']);
});

it('moves to the server that was promoted, and cuts the connections to the other', async () => {
  const { timelines, primary } = world({ a: 1, b: null });
  expect(await primary.find()).toBe(a);
  const cut: string[] = [];
  primary.join(a, () => cut.push('old'));
  primary.join(b, () => cut.push('new'));
  timelines.a = null;
  timelines.b = 2;
  primary.doubt();
  expect(await primary.find()).toBe(b);
  expect(cut).toEqual(['old']);
});

it('uses a server that was promoted as soon as it says so, without waiting for the silent one', async () => {
  const silence = Promise.withResolvers<null>();
  let isFailed = false;
  const primary = createPrimary([a, b], async (server) => {
    if (!isFailed) return server === a ? { server, timeline: 1 } : null;
    return server === a ? silence.promise : { server, timeline: 2 };
  });
  expect(await primary.find()).toBe(a);
  isFailed = true;
  primary.doubt();
  expect(await primary.find()).toBe(b);
  silence.resolve(null);
});

it('never returns to a former primary that takes writes again', async () => {
  const { timelines, primary } = world({ a: 1, b: 2 });
  expect(await primary.find()).toBe(b);
  timelines.b = null;
  primary.doubt();
  const found = primary.find();
  timelines.b = 3;
  expect(await found).toBe(b);
});

it('returns to a lower timeline where the promotion to the higher one was withdrawn, after longer than an election takes', async () => {
  const { timelines, primary, clock } = world({ a: 7, b: 8 });
  expect(await primary.find()).toBe(b);
  timelines.b = null;
  primary.doubt();
  await expect(primary.find()).rejects.toThrow(NoPrimaryError);
  clock.ms = 29_000;
  await expect(primary.find()).rejects.toThrow(NoPrimaryError);
  // Nobody accepted writes for a moment: the time counts from anew.
  timelines.a = null;
  await expect(primary.find()).rejects.toThrow(NoPrimaryError);
  timelines.a = 7;
  clock.ms = 31_000;
  await expect(primary.find()).rejects.toThrow(NoPrimaryError);
  clock.ms = 62_000;
  expect(await primary.find()).toBe(a);
  // The next promotion is above that.
  timelines.b = 8;
  primary.doubt();
  expect(await primary.find()).toBe(b);
});

it('finds the primary that appears while a connection waits', async () => {
  const { timelines, primary } = world({ a: null, b: null });
  const found = primary.find();
  timelines.b = 1;
  expect(await found).toBe(b);
});

it('lets a start wait for an election, says so once, and ends it with a reason if nobody is elected', async () => {
  const told: string[] = [];
  const onWait = () => told.push('waiting');
  let left = 3;
  const elected = { find: () => (left-- > 0 ? Promise.reject(new NoPrimaryError()) : Promise.resolve(a)) };
  await awaitPrimary(elected, { onWait });
  expect(told).toEqual(['waiting']);
  const nobody = { find: () => Promise.reject(new NoPrimaryError()) };
  await expect(awaitPrimary(nobody, { onWait, limitMs: 0 })).rejects.toThrow(
    'no server of the database has accepted writes for 0 s',
  );
});

it('tells a command that has nothing else to do that there is no primary, and does not end it in silence', () => {
  const code = `
    import { createPrimary } from './db/servers/primary.ts';
    createPrimary([{}], async () => null).find().catch(({ message }) => console.log(message));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(said).toBe('no server of the database accepts writes\n');
});
