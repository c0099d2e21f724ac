import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestContext, type RequestContext } from '#app/context.server.ts';
import * as bulletinPodcast from '#app/pages/feeds/bulletin-podcast.server.ts';
import { trafficTunnels } from '#db/tables/traffic.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import * as programmes from './radiodns-programmes.server.ts';
import * as service from './radiodns-service.server.ts';
import * as georss from './traffic-georss.server.ts';
import * as xmltv from './xmltv.server.ts';

// What machines of others read. The DTD of XMLTV is under the GPL and the schema of ETSI is not free, so their rules
// stand here in our own words.

const now = new Date('2026-11-28T14:30:00+08:00');
const SITE = 'https://radio.example';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  const tunnel = (name: string, minutes: number, measured: string, more = {}) => ({
    name,
    minutes,
    freeMinutes: 7,
    position: 0,
    measuredAt: new Date(`2026-11-28T${measured}+08:00`),
    ...more,
  });
  await database.db
    .insert(trafficTunnels)
    .values([
      tunnel('紅隧', 20, '14:25:00'),
      tunnel('東隧', 7, '14:25:00'),
      tunnel('西隧', 30, '13:00:00'),
      tunnel('獅隧', 11, '14:20:00'),
      tunnel('將藍', 9, '12:00:00', { isClosed: true, heldUntil: new Date('2026-11-28T16:00:00+08:00') }),
    ]);
});
afterAll(() => database.close());

type Loader = (args: Parameters<typeof programmes.loader>[0]) => Promise<Response> | Response;
async function read(loader: Loader, params: Record<string, string> = {}) {
  const context = new RouterContextProvider();
  const known: Partial<RequestContext> = { db: database.db, now, siteUrl: SITE };
  context.set(requestContext, known as RequestContext);
  const reply = await loader({ context, params } as unknown as Parameters<typeof programmes.loader>[0]);
  return { text: await reply.text(), headers: reply.headers };
}

/** The names of the elements directly in each element of a name; fails where the document is not well formed. */
function childrenOf(text: string, wanted: string): string[][] {
  const found: string[][] = [];
  const open: { name: string; children: string[] }[] = [];
  for (const [, closing, name = '', empty] of text.matchAll(/<(\/?)([a-zA-Z][\w:-]*)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (closing) {
      expect(open.at(-1)?.name).toBe(name);
      const { children } = open.pop()!;
      if (name === wanted) found.push(children);
      continue;
    }
    open.at(-1)?.children.push(name);
    if (!empty) open.push({ name, children: [] });
  }
  expect(open).toEqual([]);
  return found;
}
const isInOrder = (children: readonly string[], order: readonly string[]) =>
  children.every((name, i) => order.includes(name) && order.indexOf(name) >= order.indexOf(children[i - 1] ?? name));

it('gives the timetable as XMLTV: channels first, elements in the order of its DTD, a fortnight without gaps', async () => {
  const { text, headers } = await read(xmltv.loader);
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const [tv] = childrenOf(text, 'tv');
  expect(tv!.slice(0, 4)).toEqual(['channel', 'channel', 'channel', 'programme']);
  for (const children of childrenOf(text, 'programme'))
    expect(isInOrder(children, ['title', 'desc', 'credits', 'icon', 'url'])).toBe(true);
  for (const children of childrenOf(text, 'channel'))
    expect(isInOrder(children, ['display-name', 'icon', 'url'])).toBe(true);
  const spans = [
    ...text.matchAll(/<programme start="(\d{14} \+0800)" stop="(\d{14} \+0800)" channel="903\.radio\.example">/g),
  ];
  expect(spans.length).toBeGreaterThanOrEqual(14);
  expect(spans[0]![1]! <= '20261128000000 +0800').toBe(true);
  expect(spans.at(-1)![2]! >= '20261212000000 +0800').toBe(true);
  for (const [i, [, start]] of spans.entries()) if (i > 0) expect(start).toBe(spans[i - 1]![2]);
});

it('describes its services to hybrid radios, with names within their limits and the address of the sound', async () => {
  const { text } = await read(service.loader);
  expect(text).toContain('xmlns="http://www.worlddab.org/schemas/spi/31"');
  const services = childrenOf(text, 'service');
  expect(services).toHaveLength(3);
  for (const children of services)
    expect(
      isInOrder(children, ['shortName', 'mediumName', 'longName', 'mediaDescription', 'link', 'bearer', 'radiodns']),
    ).toBe(true);
  for (const [, name] of text.matchAll(/<shortName>(.*?)<\/shortName>/g)) expect(name!.length).toBeLessThanOrEqual(8);
  expect(text).toContain('<bearer id="https://radio.example/media/903/a64/live.aac"');
  expect(text).toContain('<radiodns fqdn="radio.example" serviceIdentifier="cr903"/>');
});

it('gives each day of a channel to hybrid radios, and no day or service that it does not have', async () => {
  const day = { fqdn: 'radio.example', service: 'cr903', file: '20261128_PI.xml' };
  const { text } = await read(programmes.loader, day);
  const all = childrenOf(text, 'programme');
  expect(all.length).toBeGreaterThan(0);
  for (const children of all)
    expect(isInOrder(children, ['mediumName', 'longName', 'location', 'mediaDescription', 'link'])).toBe(true);
  const times = [...text.matchAll(/<time time="(\S+)" duration="(PT[\dHMS]+)"\/>/g)];
  expect(times).toHaveLength(all.length);
  for (const [, time] of times) expect(time).toMatch(/^2026-11-28T\d\d:\d\d:\d\d\+08:00$/);
  const ids = [...text.matchAll(/shortId="(\d+)"/g)].map(([, id]) => Number(id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.max(...ids)).toBeLessThan(2 ** 24);
  for (const wrong of [
    { service: 'cr904' },
    { fqdn: 'other.example' },
    { file: '20261126_PI.xml' },
    { file: '20261212_PI.xml' },
    { file: '20261199_PI.xml' },
    { file: 'PI.xml' },
  ])
    await expect(read(programmes.loader, { ...day, ...wrong })).rejects.toMatchObject({ init: { status: 404 } });
});

it('tells what is wrong in the tunnels, worst first, and nothing of what flows or was measured long ago', async () => {
  const api = await createApiApp({ db: database.db, clock: () => now });
  const reply = await api.inject('/api/traffic/situations');
  await api.close();
  const { situations } = reply.json<{ response: { situations: { id: string; validity: object }[] } }>().response;
  expect(situations).toMatchObject([
    { id: 'tunnel-tko-lam-tin', detail: 'tunnelClosed', severity: 'highest', travel_time_minutes: null },
    { id: 'tunnel-cross-harbour', detail: 'queuingTraffic', severity: 'high', travel_time_minutes: 20 },
    { id: 'tunnel-lion-rock', detail: 'slowTraffic', severity: 'medium', free_flow_minutes: 7 },
  ]);
  const measured = new Date('2026-11-28T14:25:00+08:00').getTime() / 1_000;
  expect(situations[1]).toMatchObject({
    version: measured,
    validity: { status: 'active', overall_start_ts: measured, overall_end_ts: measured + 1_800 },
  });
  const { text, headers } = await read(georss.loader);
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  expect(childrenOf(text, 'entry')).toHaveLength(3);
  for (const [, line] of text.matchAll(/<georss:line>(.*?)<\/georss:line>/g))
    expect(line).toMatch(/^22\.\d+ 114\.\d+ 22\.\d+ 114\.\d+$/);
});

it('has a podcast of bulletins before there is any', async () => {
  const { text } = await read(bulletinPodcast.loader);
  expect(childrenOf(text, 'rss')).toEqual([['channel']]);
  expect(text).not.toContain('<item>');
});
