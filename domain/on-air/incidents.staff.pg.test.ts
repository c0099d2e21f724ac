import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mediaFeeds, mediaInits, mediaTimelines } from '#db/tables/media.ts';
import { incidents } from '#db/tables/on-air.ts';
import { auditOf } from '#domain/audit/audit.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { addEncoder } from '#tests/factories/media/media-origin.ts';
import { incidentActions } from './incidents.actions.ts';
import { watchStation } from './incidents.ts';

let desk: OpenDesk;
let cookie: string;
let unplaced = 0;
beforeAll(async () => {
  desk = await openTestDesk({ actions: incidentActions() });
  await insertStreams(desk.db);
  ({ cookie } = await desk.enter('engineer'));
});
beforeEach(async () => {
  await desk.db.delete(incidents);
  unplaced = 0;
});
afterAll(() => desk.close());

const checks = { providers: async () => [], unplacedReports: async () => unplaced };
/** Evaluates the rules some minutes later. */
async function watchAfter(minutes: number): Promise<boolean> {
  desk.clock.now = new Date(desk.clock.now.getTime() + minutes * 60_000);
  return watchStation(desk.db, checks, desk.clock.now);
}
interface Listed {
  incident_id: number;
  kind: string;
  subject: string;
  figures: object;
  closed_by: string | null;
}
const list = async (query = '') =>
  (await desk.call(`/api/staff/incidents${query}`, { cookie })).response as {
    open: Listed[];
    items: Listed[];
    next_before_id: number | null;
  };

it('opens an incident once, keeps it while it goes on, closes it when it is over, and opens another later', async () => {
  unplaced = 3;
  expect(await watchAfter(0)).toBe(true);
  const [first] = (await list()).open;
  expect(first).toMatchObject({ kind: 'reports-unplaced', subject: '', figures: { reports: 3 } });
  unplaced = 5;
  expect(await watchAfter(1)).toBe(false);
  expect((await list()).open).toMatchObject([{ incident_id: first!.incident_id, figures: { reports: 5 } }]);
  unplaced = 0;
  expect(await watchAfter(1)).toBe(true);
  expect(await list()).toMatchObject({ open: [], items: [{ incident_id: first!.incident_id, closed_by: null }] });
  unplaced = 1;
  await watchAfter(1);
  const { open, items } = await list();
  expect([open.length, items.length]).toEqual([1, 1]);
});

it('does not open again what a person closed with words, until it was over', async () => {
  unplaced = 1;
  await watchAfter(0);
  const { incident_id: id } = (await list()).open[0]!;
  expect((await desk.act('incidents.close', { incident_id: id }, { cookie, reason: ' ' })).status).toBe(400);
  const closed = await desk.act('incidents.close', { incident_id: id }, { cookie, reason: '知道，等緊修復' });
  expect(closed.status).toBe(200);
  expect(await auditOf(desk.db, ['incident', id])).toMatchObject([{ action: 'incidents.close' }]);
  for (let n = 0; n < 8; n++) expect(await watchAfter(1)).toBe(false);
  expect(await list()).toMatchObject({ open: [], items: [{ closing_words: '知道，等緊修復' }] });
  expect((await desk.act('incidents.close', { incident_id: id }, { cookie })).status).toBe(409);
  unplaced = 0;
  await watchAfter(6);
  unplaced = 1;
  expect(await watchAfter(1)).toBe(true);
  expect((await list()).open).toHaveLength(1);
});

it('opens one for a channel whose sound is old and for an encoder that is lost, and none for one never heard', async () => {
  const { db } = desk;
  const [main] = [await addEncoder(desk.database, 903, 'main'), await addEncoder(desk.database, 903, 'never')];
  const [init] = await db
    .insert(mediaInits)
    .values({ streamId: 903, rendition: 'a64', sha256: 'x', storageKey: 'x', codecs: 'mp4a.40.2', timescale: 48_000 })
    .returning({ id: mediaInits.id });
  const { now: startsAt } = desk.clock;
  const own = { rendition: 'a64', initId: init!.id, encoderId: main };
  await db.insert(mediaTimelines).values({ ...own, streamId: 903, durationMs: 4_000, startsAt, indexedAt: startsAt });
  await db.insert(mediaFeeds).values({ ...own, heardAt: startsAt });
  expect(await watchAfter(0.5)).toBe(false);
  expect(await watchAfter(1)).toBe(true);
  expect((await list()).open.map(({ kind, subject }) => `${kind}:${subject}`).toSorted()).toEqual([
    'edge-old:903',
    'encoder-lost:main',
  ]);
});

it('opens each incident once when two processes look at the same time', async () => {
  unplaced = 1;
  await Promise.all([watchAfter(0), watchAfter(0), watchAfter(0)]);
  const open = (await list()).open.filter(({ kind }) => kind === 'reports-unplaced');
  expect(open).toHaveLength(1);
});

it('pages through the history, and shows the runbook, to those who may see what is on air', async () => {
  const at = desk.clock.now;
  const row = { kind: 'jobs-waiting' as const, figures: {}, openedAt: at, seenAt: at, closedAt: at };
  await desk.db.insert(incidents).values(Array.from({ length: 51 }, (_, n) => ({ ...row, subject: `${n}` })));
  const first = await list();
  expect(first.items).toHaveLength(50);
  expect(first.items[0]).toMatchObject({ subject: '50' });
  expect(await list(`?before_id=${first.next_before_id}`)).toMatchObject({
    items: [{ subject: '0' }],
    next_before_id: null,
  });
  const runbook = await desk.call('/api/staff/incidents/runbooks/jobs-waiting', { cookie });
  expect(runbook.response).toMatchObject({ title: 'Jobs that wait' });
  const finance = await desk.enter('finance');
  for (const path of ['', '/runbooks/jobs-waiting'])
    expect((await desk.call(`/api/staff/incidents${path}`, { cookie: finance.cookie })).status).toBe(403);
});
