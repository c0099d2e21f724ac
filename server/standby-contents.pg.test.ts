import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestContext, type RequestContext } from '#app/context.server.ts';
import * as frame from '#app/layouts/default-layout.server.ts';
import * as article from '#app/pages/articles/article.server.ts';
import * as feed from '#app/pages/feeds/rss.server.ts';
import * as home from '#app/pages/home/home.server.ts';
import * as film from '#app/pages/films/film.server.ts';
import { openDatabase, type Database } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { articles } from '#db/tables/articles.ts';
import { videos } from '#db/tables/films.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { FILMS_TAG } from '#domain/films/films-tags.rules.ts';
import { createLog } from '#server/operations/log.ts';
import { watchWhatPagesShow } from '#server/purges.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { createFilmDoubles, insertFilms } from '#tests/factories/money/rentals.ts';
import { insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { startPair, until, type Pair } from '#tests/setup/postgres/pair.ts';

// What is read of a standby, film pages, feeds and calls, on two real servers.

const FILM = 821;
const ARTICLE = 1;
const now = () => new Date();

let pair: Pair;
/** A process of the site, and another that makes changes. */
let site: Database;
let desk: Database;
let app: FastifyInstance;
let cookie: string;
let watch: { stop(): Promise<void> } | undefined;
let onPurge = (_tags: readonly string[]): unknown => null;

const figures = () => site.standby!.figures()!;

const textOf = async (path: string, as = '') => (await app.inject({ url: path, headers: { cookie: as } })).body;
type Loader = (args: Parameters<typeof film.loader>[0]) => unknown;
async function load(
  loader: Loader,
  params: Record<string, string>,
  { path = '/', ...more }: { path?: string; db?: Database['db'] } = {},
): Promise<string> {
  const context = new RouterContextProvider();
  const known: Partial<RequestContext> = {
    db: site.db,
    readDb: site.readDb,
    now: now(),
    siteUrl: 'https://radio.example',
    ...more,
  };
  context.set(requestContext, known as RequestContext);
  const url = new URL(path, 'https://radio.example');
  const answer = await loader({ context, params, url } as unknown as Parameters<typeof film.loader>[0]);
  return answer instanceof Response ? answer.text() : JSON.stringify(answer);
}
/** The address is checked before the rest, so a film is asked for by the name that it has now. */
const filmPage = (): Promise<string> =>
  load(film.loader, { id: String(FILM) }).catch((answer: unknown) =>
    decodeURIComponent((answer as Response).headers.get('location') ?? ''),
  );

/** The number in a title that changed. */
const numberIn = (text: string): number => Number(/第(\d+)版/.exec(text)?.[1] ?? 0);

/** Until every purge so far was heard: they arrive in the order of their commits. */
async function settle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  onPurge = (tags) => tags.includes('settled') && resolve();
  await desk.db.transaction((tx) => purgePages(tx, ['settled']));
  await promise;
  onPurge = () => null;
}

const titleFilm = (title: string) =>
  desk.db.transaction(async (tx) => {
    await tx.update(videos).set({ title }).where(eq(videos.id, FILM));
    await purgePages(tx, [FILMS_TAG]);
  });
const titleArticle = (title: string) =>
  desk.db.transaction(async (tx) => {
    await tx.update(articles).set({ title }).where(eq(articles.id, ARTICLE));
    await purgePages(tx, [`article:${ARTICLE}`, 'articles:301']);
  });

beforeAll(async () => {
  pair = await startPair();
  desk = openDatabase(pair.primary.url, { max: 2 });
  await insertSmallStation(desk.db);
  await insertSmallNewsroom(desk.db);
  await insertFilms(desk.db);
  site = openDatabase(pair.primary.url, { max: 4, readUrl: pair.standby.url });
  const members = createMemberServices(site.db);
  const memberId = await insertMember(desk.db, 'me@member.example', {});
  const by = { memberId, rememberMe: true, userAgent: 'Mozilla/5.0', remoteIp: '203.0.113.9', now: now() };
  cookie = `__Host-session=${(await openSession(members, by)).token}`;
  const doubles = createFilmDoubles();
  const playback = doubles.playback(site.db);
  app = await createApiApp({
    db: site.db,
    readDb: site.readDb,
    clock: now,
    members,
    playback,
    films: doubles.films(site.db),
  });
  watch = await watchWhatPagesShow(
    { database: site, log: createLog('silent') },
    { purge: (tags) => onPurge(tags), purgeAll() {} },
  );
  await until(async () => figures().isInUse);
});
afterAll(async () => {
  await watch?.stop();
  await app?.close();
  await site?.close();
  await desk?.close();
  await pair?.stop();
});

it.each([
  ['a film page', FILMS_TAG, titleFilm, filmPage],
  ['the call of a film', FILMS_TAG, titleFilm, () => textOf(`/api/premium/${FILM}`)],
  ['the list of films', FILMS_TAG, titleFilm, () => textOf('/api/premium')],
  ['a feed', 'articles:301', titleArticle, () => load(feed.loader, { feed: 'articles.xml' })],
  ['the call of an article', 'articles:301', titleArticle, () => textOf(`/api/articles/${ARTICLE}`)],
  ['the list of articles', 'articles:301', titleArticle, () => textOf('/api/articles?count=50')],
] as const)('reads %s from the standby, and never as it was before its purge', async (_, tag, change, answer) => {
  await settle();
  const made: Promise<string>[] = [];
  onPurge = (tags) => tags.includes(tag) && made.push(answer());
  const before = figures().byStandby;
  const changes = Array.from({ length: 15 }, (_each, i) => i + 1);
  for (const n of changes) await change(`第${n}版`);
  await until(async () => made.length === changes.length);
  const read = (await Promise.all(made)).map(numberIn);
  // Later changes may be seen already.
  expect(read.map((n, i) => Math.max(n, changes[i]!))).toEqual(read);
  // On a busy machine the standby may be late for a moment.
  await until(async () => {
    await change('第99版');
    await answer();
    return figures().byStandby > before;
  });
  await settle();
  expect(numberIn(await answer())).toBe(99);
});

it.each([
  '/api/premium/my',
  `/api/premium/${FILM}/playback?device_key=device-one`,
  '/api/follows',
  '/api/userinfo/sessions',
])('reads nothing for the call %s of a member by the way of what is public', async (path) => {
  await settle();
  const { byStandby, byPrimary } = figures();
  const answer = JSON.parse(await textOf(path, cookie)) as { response_code: number };
  // The call about playback refuses: the member rents nothing.
  expect(answer.response_code).not.toBe(10_004);
  expect(figures()).toMatchObject({ byStandby, byPrimary });
});

it.each([
  ['the frame of every page', frame.loader],
  ['home', home.loader],
  ['an article', article.loader],
] as const)('makes %s of the standby alone', async (_, loader) => {
  const nowhere = openDatabase('postgres://nobody:x@127.0.0.1:1/nowhere');
  const make = (path: string) => load(loader as Loader, { id: String(ARTICLE) }, { path, db: nowhere.db });
  // An article is sent to the address that it has now.
  const moved = (answer: unknown) => make((answer as Response).headers.get('location') ?? '');
  expect(await make('/article/1').catch(moved)).not.toBe('');
  await nowhere.close();
});
