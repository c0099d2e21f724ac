import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rentals, videos } from '#db/tables/films.ts';
import { auditOf } from '#domain/audit/audit.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { PAY_START as START } from '#tests/factories/money/payments.ts';
import { emptyRentals, insertFilms } from '#tests/factories/money/rentals.ts';
import { getFilm } from '../films.ts';
import { filmPageActions } from './film-pages.actions.ts';
import type { FilmPageFields } from './film-pages.schema.ts';
import { FILM_PAGE_TURNS } from './film-pages.ts';

let desk: OpenDesk;
let cookie: string;
beforeAll(async () => {
  desk = await openTestDesk({ actions: filmPageActions() });
  await insertFilms(desk.db);
  await desk.db.execute(sql`select setval(pg_get_serial_sequence('videos', 'id'), 1000)`);
});
beforeEach(async () => {
  desk.clock.now = START;
  ({ cookie } = await desk.enter('producer'));
});
afterAll(() => desk.close());

interface Opened {
  fields: FilmPageFields;
  revision: string;
  running: number;
  changed_by: string | null;
}
const open = async (id: number) =>
  (await desk.call(`/api/staff/film-pages/${id}`, { cookie })).response as unknown as Opened;
const save = (id: number, base: string, fields: object) =>
  desk.act('film-pages.save', { page_id: id, base, fields }, { cookie, reason: '' });
const listed = async (query = '') => {
  const { response } = await desk.call(`/api/staff/film-pages?${query}`, { cookie });
  return (response as { items: { page_id: number; state: string }[] }).items.map(({ page_id: id, state }) => [
    id,
    state,
  ]);
};
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
const faultsOf = (reply: { response: object }) =>
  Object.keys((reply.response as { detail: { fieldErrors: object } }).detail.fieldErrors);

it('lists pages of every state in the order of the landing page', async () => {
  expect(await listed()).toEqual([
    [821, 'on_sale'],
    [822, 'on_sale'],
    [823, 'announced'],
    [824, 'coming'],
  ]);
  expect(await listed('state=announced')).toEqual([[823, 'announced']]);
  expect(await listed(new URLSearchParams({ text: '渡海' }).toString())).toEqual([[822, 'on_sale']]);
  expect(await listed('after=100~822')).toEqual([
    [823, 'announced'],
    [824, 'coming'],
  ]);
});

it('is saved as a whole from the revision that it was read at, and taken back', async () => {
  // Instants have milliseconds, which an edit of something else keeps.
  const publishedAt = new Date(START.getTime() - 250);
  await desk.db.update(videos).set({ publishedAt }).where(eq(videos.id, 822));
  const { fields, revision } = await open(822);
  const credits = [{ role: '導演', names: ['甲', '乙'] }];
  const reply = await save(822, revision, { ...fields, tagline: '游過去', credits, rentDays: 14 });
  expect(reply).toMatchObject({ status: 200, response: { undo: { action: 'film-pages.save' } } });
  expect(await getFilm({ db: desk.db, now: START }, 822)).toMatchObject({
    tagline: '游過去',
    credits,
    rentDays: 14,
    publishedAt,
  });
  expect(await save(822, revision, fields)).toMatchObject({
    status: 409,
    response: { detail: { fields: { tagline: '游過去' }, changed_by: expect.any(String) as string } },
  });
  expect((await auditOf(desk.db, ['film-page', 822])).at(-1)).toMatchObject({
    action: 'film-pages.save',
    before: { tagline: '', credits: [], rentDays: 7 },
    after: { tagline: '游過去', credits, rentDays: 14 },
  });
});

it('refuses what names nothing, a sale that ends before it begins, and a price in passing', async () => {
  const { fields, revision } = await open(821);
  const refused = async (change: Partial<FilmPageFields>) => {
    const reply = await save(821, revision, { ...fields, ...change });
    expect(reply.status).toBe(400);
    return faultsOf(reply);
  };
  expect(await refused({ categoryId: 99, programId: 99, nextId: 821 })).toEqual(['categoryId', 'programId', 'nextId']);
  expect(await refused({ sellsUntilTs: fields.publishedTs })).toEqual(['sellsUntilTs']);
  expect(await refused({ priceCents: 100 })).toEqual(['priceCents']);
  expect((await save(821, revision, { ...fields, priceCents: 0 })).status).toBe(400);
  expect((await save(821, revision, { ...fields, keyart: '../../x' })).status).toBe(400);
  expect((await open(821)).revision).toBe(revision);
});

it('changes the price of a published film with a second person, and none that was paid', async () => {
  const memberId = await insertMember(desk.db, 'a@example.com');
  await desk.db.insert(rentals).values({
    memberId,
    videoId: 821,
    source: 'hand',
    paidCents: 8_800,
    rentedAt: new Date(START.getTime() - 60_000),
    watchBy: new Date(START.getTime() + 86_400_000),
    watchHours: 48,
    endsAt: new Date(START.getTime() + 86_400_000),
  });
  expect(await open(821)).toMatchObject({ running: 1 });
  const asked = await desk.act('film-pages.price', { page_id: 821, price_cents: 6_800 }, { cookie });
  expect(asked.response).toMatchObject({ outcome: 'asked' });
  expect((await open(821)).fields.priceCents).toBe(8_800);
  const { approval_id: id } = asked.response as { approval_id: number };
  const second = await desk.enter('finance-chief');
  const decided = await desk.approve(id, second);
  expect(decided.status).toBe(200);
  expect((await open(821)).fields.priceCents).toBe(6_800);
  const [rental] = await desk.db.select().from(rentals);
  expect(rental!.paidCents).toBe(8_800);
  await emptyRentals(desk.db);
});

it('adds a page that is public from its instant on, at which a job purges the lists', async () => {
  const { fields } = await open(823);
  const publishedTs = seconds(START) + 3_600;
  const sellsUntilTs = publishedTs + 86_400;
  const reply = await desk.act(
    'film-pages.create',
    { fields: { ...fields, title: '新片', priceCents: 1_000, publishedTs, sellsUntilTs } },
    { cookie, reason: '' },
  );
  const { page_id: id } = (reply.response as { result: { page_id: number } }).result;
  await expect(getFilm({ db: desk.db, now: START }, id)).rejects.toMatchObject({ errorName: 'dataNotFound' });
  expect(await getFilm({ db: desk.db, now: new Date(publishedTs * 1000) }, id)).toMatchObject({ title: '新片' });
  const { rows } = await desk.db.execute<{ at: number }>(
    sql`select extract(epoch from run_at)::int as at from graphile_worker.jobs
        where task_identifier = ${FILM_PAGE_TURNS} and key like ${`%:${id}:%`} order by 1`,
  );
  expect(rows.map(({ at }) => at)).toEqual([publishedTs, sellsUntilTs]);
  // Before it is published its price is a field as any other.
  const { revision, fields: saved } = await open(id);
  expect((await save(id, revision, { ...saved, priceCents: 2_000 })).status).toBe(200);
  await desk.db.delete(videos).where(eq(videos.id, id));
});

it('is for who may edit films alone', async () => {
  const editor = await desk.enter('editor');
  for (const path of ['', '/choices', '/821'])
    expect((await desk.call(`/api/staff/film-pages${path}`, { cookie: editor.cookie })).status).toBe(403);
  expect((await desk.call('/api/staff/film-pages/999999', { cookie })).status).toBe(404);
});
