import { eq } from 'drizzle-orm';
import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { requestContext, type RequestContext } from '#app/context.server.ts';
import * as ownFeed from '#app/pages/feeds/own-podcast.server.ts';
import * as programFeed from '#app/pages/feeds/program-podcast.server.ts';
import type { AccountReply } from '#app/pages/account/account-form.tsx';
import { archiveSections, programArchives } from '#db/tables/archive.ts';
import { podcastFeeds } from '#db/tables/podcasts.ts';
import { createSubscriberCheck } from '#domain/subscriptions/subscriptions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { createLibraryCalls } from '#tests/factories/library.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import * as page from './podcasts.server.ts';

// The feeds page as used by a browser without scripts, and the feeds as read by podcast apps.

const SITE = 'https://radio.example';

let calls: Awaited<ReturnType<typeof createLibraryCalls>>;
let me: MemberActor;
beforeAll(async () => {
  calls = await createLibraryCalls();
});
afterAll(() => calls.close());
beforeEach(async () => {
  await calls.db.delete(podcastFeeds);
  await calls.reset();
  const { memberId, sessionId } = await calls.subscriber('me@member.example');
  me = memberActor(memberId, { sessionId, isSubscriber: true });
});

function asked(
  path: string,
  { params = {}, body }: { params?: Record<string, string>; body?: Record<string, string> },
) {
  const context = new RouterContextProvider();
  const settings = { freeMinutes: 5 };
  const known: Partial<RequestContext> = {
    db: calls.db,
    readDb: calls.db,
    now: calls.clock.now,
    siteUrl: SITE,
    userAgent: 'Mozilla/5.0',
    remoteIp: '203.0.113.9',
    archive: { ...settings, clipSeconds: 600, familyDevices: 5 },
    podcasts: { db: calls.db, settings, isSubscriber: createSubscriberCheck(calls.db) },
    actor: async () => me,
  };
  context.set(requestContext, known as RequestContext);
  const url = new URL(SITE + path);
  const request = new Request(url, body && { method: 'POST', body: new URLSearchParams(body) });
  return { context, request, url, params, pattern: '' } as unknown as Parameters<typeof page.action>[0];
}
const show = () => page.loader(asked('/member/userinfo/podcasts', {}));
async function press(body: Record<string, string>) {
  const { data, init } = await page.action(asked('/member/userinfo/podcasts', { body }));
  return { ...(data as AccountReply), status: init?.status };
}
const readAt = async (address: unknown) => {
  const file = new URL(String(address)).pathname.split('/').at(-1)!;
  return ownFeed.loader(asked('', { params: { feed: file } }));
};
const all = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([, found]) => found);

it('shows the address of a feed once, gives it another, and takes it away', async () => {
  const made = await press({ intent: 'make', name: '部電話', program_id: '1', quality: '12' });
  expect(made.told['address']).toMatch(/^https:\/\/radio\.example\/member\/podcasts\/[\w-]{43}\.xml$/);
  const { feeds } = await show();
  expect(feeds).toMatchObject([{ name: '部電話', programTitle: '的士高峰', quality: 12, usedAtMs: null }]);
  expect(JSON.stringify(await show())).not.toContain(String(made.told['address']).slice(-40));
  const thing = String(feeds[0]!.id);
  expect(await press({ intent: 'rename', thing, name: '架車' })).toMatchObject({ isDone: true });
  const renewed = await press({ intent: 'renew', thing });
  expect((await readAt(made.told['address'])).status).toBe(410);
  expect((await readAt(renewed.told['address'])).status).toBe(200);
  expect((await show()).feeds).toMatchObject([{ name: '架車', usedAtMs: expect.any(Number) }]);
  expect(await press({ intent: 'revoke', thing })).toMatchObject({ isDone: true });
  const gone = await readAt(renewed.told['address']);
  expect([gone.status, gone.headers.get('content-type')]).toEqual([410, 'application/problem+json; charset=utf-8']);
  expect(await press({ intent: 'revoke', thing })).toMatchObject({ isDone: false, status: 404 });
});

it('is for those who have a plan, and asks for a name', async () => {
  expect(await press({ intent: 'make', name: '', quality: '11' })).toMatchObject({
    status: 400,
    faults: [{ field: 'name', code: 'required' }],
  });
  me = { ...me, isSubscriber: false };
  expect(await press({ intent: 'make', name: 'x', quality: '11' })).toMatchObject({
    status: 403,
    problem: 'needsPlan',
  });
  expect((await show()).feeds).toEqual([]);
});

it('tells programs of a private feed to keep it to themselves, with a file, chapters and words for each broadcast', async () => {
  const { told } = await press({ intent: 'make', name: '部電話', program_id: '3', quality: '11' });
  await calls.db.update(archiveSections).set({ title: '訪問 <樂隊>' }).where(eq(archiveSections.id, 1002));
  const reply = await readAt(told['address']);
  const xml = await reply.text();
  expect(reply.headers.get('cache-control')).toBe('private, no-store');
  expect(reply.headers.get('x-robots-tag')).toBe('noindex');
  expect(xml).toContain('<itunes:block>Yes</itunes:block>');
  const token = String(told['address']).split('/').at(-1)!.replace('.xml', '');
  expect(all(xml, /<enclosure url="([^"]+)" length="\d+" type="audio\/mp4"\/>/g)).toEqual([
    `${SITE}/podcasts/${token}/10.m4a`,
  ]);
  expect(all(xml, /<podcast:chapters url="([^"]+)"/g)).toEqual([`${SITE}/podcasts/${token}/10.json`]);
  expect(all(xml, /<itunes:duration>(\d+)</g)).toEqual(['1200']);
  expect(xml).toContain('訪問 &#60;樂隊&#62;');
});

it('gives everybody the free beginnings of a programme, which directories may list', async () => {
  const feedOf = (feed: string) => programFeed.loader(asked('', { params: { feed } }));
  const reply = await feedOf('1.xml');
  const xml = await reply.text();
  expect(reply.headers.get('cache-control')).toMatch(/^public/);
  expect(xml).not.toContain('itunes:block');
  expect(all(xml, /<enclosure url="([^"]+)"/g)).toEqual(
    [7, 6, 5, 4, 3, 2, 1].map((id) => `${SITE}/podcasts/free/${id}.m4a`),
  );
  expect(new Set(all(xml, /<itunes:duration>(\d+)</g))).toEqual(new Set(['300']));
  await calls.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 7));
  try {
    expect(all(await (await feedOf('1.xml')).text(), /\/podcasts\/free\/(\d+)\.m4a/g)[0]).toBe('6');
  } finally {
    await calls.db.update(programArchives).set({ state: 'shown' }).where(eq(programArchives.id, 7));
  }
  for (const name of ['99999.xml', 'x.xml', '1'])
    await expect(feedOf(name), name).rejects.toMatchObject({ init: { status: 404 } });
});
