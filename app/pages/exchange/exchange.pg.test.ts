import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestContext, type RequestContext } from '#app/context.server.ts';
import * as bulletinPodcast from '#app/pages/feeds/bulletin-podcast.server.ts';
import { trafficTunnels } from '#db/tables/traffic.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { GEORSS, SPI, XMLTV } from '#tests/factories/exchange-schemas.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { faultsOf, readXml, type XmlElement } from '#tests/setup/xml-schema.ts';
import * as programmes from './radiodns-programmes.server.ts';
import * as service from './radiodns-service.server.ts';
import * as georss from './traffic-georss.server.ts';
import * as xmltv from './xmltv.server.ts';

// Machine-readable formats, by schemas in our own words (`tests/factories/exchange-schemas.ts`), and XMLTV by its own
// DTD where Debian's packages `xmltv-util` and `libxml2-utils` are installed.

const DTD = '/usr/share/xmltv/xmltv.dtd';
const hasDtd = existsSync(DTD) && spawnSync('xmllint', ['--version']).error === undefined;

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
  const known: Partial<RequestContext> = { readDb: database.db, now, siteUrl: SITE };
  context.set(requestContext, known as RequestContext);
  const reply = await loader({ context, params } as unknown as Parameters<typeof programmes.loader>[0]);
  return { text: await reply.text(), headers: reply.headers };
}

/** All elements of a name, wherever they are. */
function all(element: XmlElement, name: string): XmlElement[] {
  return [...(element.name === name ? [element] : []), ...element.children.flatMap((child) => all(child, name))];
}
const textsOf = (element: XmlElement, name: string) => all(element, name).map(({ text }) => text);

it('gives the timetable as XMLTV: channels first, what its DTD allows, a fortnight without gaps', async () => {
  const { text, headers } = await read(xmltv.loader);
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const tv = readXml(text);
  expect([tv.name, faultsOf(tv, XMLTV)]).toEqual(['tv', []]);
  expect(tv.children.filter(({ name }) => name === 'channel')).toHaveLength(3);
  // The DTD cannot say this: broadcasts are of channels that are listed.
  const channels = new Set(all(tv, 'channel').map(({ attributes }) => attributes['id']));
  expect(all(tv, 'programme').filter(({ attributes }) => !channels.has(attributes['channel']))).toEqual([]);
  const spans = [
    ...text.matchAll(/<programme start="(\d{14} \+0800)" stop="(\d{14} \+0800)" channel="903\.radio\.example">/g),
  ];
  expect(spans.length).toBeGreaterThanOrEqual(14);
  expect(spans[0]![1]! <= '20261128000000 +0800').toBe(true);
  expect(spans.at(-1)![2]! >= '20261212000000 +0800').toBe(true);
  for (const [i, [, start]] of spans.entries()) if (i > 0) expect(start).toBe(spans[i - 1]![2]);
});

it.skipIf(!hasDtd)('gives an XMLTV that its own DTD allows (xmltv-util and libxml2-utils)', async () => {
  const { text } = await read(xmltv.loader);
  // The DTD is passed in, not looked up by the document.
  const input = text.replace(/<!DOCTYPE [^>]*>/, '');
  const { status, stderr } = spawnSync('xmllint', ['--nonet', '--noout', '--dtdvalid', DTD, '-'], { input });
  expect([status, stderr.toString()]).toEqual([0, '']);
});

it('describes its services to hybrid radios, with names within their limits and the address of the sound', async () => {
  const { text } = await read(service.loader);
  const information = readXml(text);
  expect([information.name, faultsOf(information, SPI)]).toEqual(['serviceInformation', []]);
  expect(all(information, 'service')).toHaveLength(3);
  expect(text).toContain('<bearer id="https://radio.example/media/903/a64/live.aac"');
  expect(text).toContain('<radiodns fqdn="radio.example" serviceIdentifier="cr903"/>');
});

it('gives each day of a channel to hybrid radios, and no day or service that it does not have', async () => {
  const day = { fqdn: 'radio.example', service: 'cr903', file: '20261128_PI.xml' };
  const { text } = await read(programmes.loader, day);
  const epg = readXml(text);
  expect([epg.name, faultsOf(epg, SPI)]).toEqual(['epg', []]);
  const broadcasts = all(epg, 'programme');
  expect(broadcasts.length).toBeGreaterThan(0);
  // A radio finds the day of a service by the bearer that the services name.
  const [scope] = all(epg, 'serviceScope');
  const bearers = all(readXml((await read(service.loader)).text), 'bearer').map(({ attributes }) => attributes['id']);
  expect(bearers).toContain(scope!.attributes['id']);
  const times = [...text.matchAll(/<time time="(\S+)" duration="(PT[\dHMS]+)"\/>/g)];
  expect(times).toHaveLength(broadcasts.length);
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
  const feed = readXml(text);
  expect([feed.name, faultsOf(feed, GEORSS)]).toEqual(['feed', []]);
  const lines = textsOf(feed, 'georss:line');
  expect([all(feed, 'entry').length, lines.length]).toEqual([3, 3]);
  for (const line of lines) expect(line).toMatch(/^22\.\d+ 114\.\d+ 22\.\d+ 114\.\d+$/);
});

it('is checked by schemas that refuse what is not allowed', () => {
  const faults = (text: string) => faultsOf(readXml(text), XMLTV);
  const tv = (programme: string) =>
    `<tv><programme start="20261128000000 +0800" channel="a.example">${programme}</programme></tv>`;
  expect(faults(tv('<title>一</title><desc>二</desc>'))).toEqual([]);
  expect(faults(tv('<desc>二</desc><title>一</title>'))).toHaveLength(1);
  expect(faults(tv('<title>一</title><icon/>'))).toEqual(['icon lacks src']);
  expect(faults(tv('<title lang="">一</title><b/>'))).toHaveLength(3);
  expect(faults('<tv><channel id="a.example"/></tv>')).toEqual(['channel contains nothing']);
  for (const text of [
    '<tv>',
    '<tv></a>',
    '<tv/><tv/>',
    '<tv a=b/>',
    '<tv a="1" a="2"/>',
    '<tv>&nbsp;</tv>',
    '<tv>&</tv>',
  ])
    expect(() => readXml(text), text).toThrow();
});

it('has a podcast of bulletins before there is any', async () => {
  const { text } = await read(bulletinPodcast.loader);
  expect(readXml(text).children.map(({ name }) => name)).toEqual(['channel']);
  expect(text).not.toContain('<item>');
});
