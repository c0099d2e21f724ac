import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { chartActions } from './chart.actions.ts';
import { getChart } from './chart.ts';

let desk: OpenDesk;
let chief: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: chartActions() });
  chief = await desk.enter('chief-editor');
});
afterAll(() => desk.close());

const song = (title: string) => ({ title, artist: `${title}嘅歌手` });
const save = (week: string, titles: string[], seen: number | null, publishAfter = 3_600) =>
  desk.act(
    'chart.save-week',
    {
      channel: 903,
      week,
      publish_ts: Math.floor(desk.clock.now.getTime() / 1000) + publishAfter,
      songs: titles.map(song),
      seen,
    },
    { cookie: chief.cookie },
  );
const titles = async (after: number) => {
  const now = new Date(desk.clock.now.getTime() + after * 1000);
  const chart = await getChart({ db: desk.db, now }, { channelId: 903 });
  return chart.entries.map(({ title, lastPosition }) => [title, lastPosition]);
};

it('is public from its instant on, at which a job purges the pages, and knows songs of the week before', async () => {
  expect((await save('2026-11-21', ['甲', '乙'], null, -60)).status).toBe(200);
  expect((await save('2026-11-28', ['乙', '丙'], null)).status).toBe(200);
  expect(await titles(0)).toEqual([
    ['甲', null],
    ['乙', null],
  ]);
  expect(await titles(3_601)).toEqual([
    ['乙', 2],
    ['丙', null],
  ]);
  const { rows } = await desk.db.execute(sql`select task_identifier as task from graphile_worker.jobs`);
  expect(rows).toEqual([{ task: 'chart-published' }]);
});

it('refuses a day that is no Saturday, a song that stands there twice, and what somebody has entered since', async () => {
  expect((await save('2026-11-27', ['甲'], null)).status).toBe(400);
  expect((await save('2026-12-05', ['甲', '乙', '甲'], null)).status).toBe(400);
  expect((await save('2026-11-28', ['丁'], null)).status).toBe(409);
  const { response } = await save('2026-11-28', ['丁'], 2);
  const { undo } = response as { undo: { action: string; input: object } };
  expect((await desk.act(undo.action, undo.input, { cookie: chief.cookie })).status).toBe(200);
  const read = await desk.call('/api/staff/chart?channel=903&week=2026-11-28', { cookie: chief.cookie });
  expect(read.response).toMatchObject({ week: { songs: [song('乙'), song('丙')] } });
  const editor = await desk.enter('editor');
  expect((await desk.call('/api/staff/chart?channel=903&week=2026-11-28', { cookie: editor.cookie })).status).toBe(403);
});
