import pLimit from 'p-limit';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { siteUrl } from '#tests/setup/browser.ts';

const base = siteUrl();
const fetchText = async (path: string) => {
  const reply = await fetch(base + path);
  expect([path, reply.status]).toEqual([path, 200]);
  expect(reply.headers.get('content-type')).toMatch(/xml/);
  return reply.text();
};
const all = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll('&#38;', '&').replaceAll('&#39;', "'"),
  );
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

/** An evenly spaced, deterministic sample, including the first and the last. */
const some = <T>(items: readonly T[], count: number): T[] =>
  items.length <= count
    ? [...items]
    : Array.from({ length: count }, (_, i) => items[Math.floor((i * (items.length - 1)) / (count - 1))] as T);

const parts = all(await fetchText('/sitemap.xml'), 'loc').map(pathOf);

describe('the site map', () => {
  it('is an index of maps by kind', () => {
    for (const name of ['pages', 'programs', 'hosts', 'films', 'events', 'news', 'articles-1', 'columns-1', 'news-1'])
      expect(parts).toContain(`/sitemap/${name}.xml`);
  });

  it.each(parts)('%s lists addresses that answer at once, without a detour', async (part) => {
    const listed = all(await fetchText(part), 'loc').map(pathOf);
    expect(listed.length).toBeLessThanOrEqual(50_000);
    expect(new Set(listed).size).toBe(listed.length);
    const asked = part === '/sitemap/pages.xml' ? listed : some(listed, 5);
    // With limited concurrency, like a polite robot: page renders per address are limited.
    const answers = await pLimit(4).map(
      asked,
      async (path) => [path, (await fetch(base + path, { redirect: 'manual' })).status] as const,
    );
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  });

  it('lists every programme and host', async () => {
    const listed = async (part: string) => all(await fetchText(`/sitemap/${part}.xml`), 'loc').map(pathOf);
    const programs = await listed('programs');
    const reply = (await (await fetch(`${base}/api/programs?count=100`)).json()) as {
      response: { programs: { program_id: number }[] };
    };
    expect(reply.response.programs.length).toBeGreaterThan(0);
    for (const { program_id } of reply.response.programs)
      expect(
        programs.some((path) => path.startsWith(`/program/${program_id}/`)),
        `${program_id}`,
      ).toBe(true);
    const hosts = await listed('hosts');
    const shown = (await (await fetch(`${base}/host`)).text()).match(/\/host\/\d+\/[^"]+/g) ?? [];
    expect(shown.length).toBeGreaterThan(0);
    for (const href of shown) expect(hosts).toContain(href);
  });

  it('lists what can be heard again, and only months that have a map', async () => {
    const maps = parts.filter((part) => part.startsWith('/sitemap/replays-'));
    expect(maps.length).toBeGreaterThan(0);
    for (const map of maps)
      expect(all(await fetchText(map), 'loc').map(pathOf)).toContainEqual(
        expect.stringMatching(/^\/program\/archives\/\d+$/),
      );
    for (const month of ['2009-01', '2026-13', '2099-01'])
      expect([month, (await fetch(`${base}/sitemap/replays-${month}.xml`)).status]).toEqual([month, 404]);
  });

  it('lists no column without pieces', async () => {
    const columns = all(await fetchText('/sitemap/pages.xml'), 'loc')
      .map(pathOf)
      .filter((path) => /^\/soundcolumn\/\d/.test(path));
    expect(columns.length).toBeGreaterThan(5);
    for (const path of columns)
      expect(await (await fetch(base + path)).text(), path).toContain('/soundcolumn/article/');
  });

  it('lists no variant that is not to be found', async () => {
    const pages = await fetchText('/sitemap/pages.xml');
    for (const hidden of ['review', '/test/', '/news2/', '/search', '/contactUs/result', '/error'])
      expect(pages).not.toContain(hidden);
  });

  it('has no map of another name', async () => {
    for (const name of ['nothing.xml', 'articles-0.xml', 'articles-1', 'articles-99999.xml', '__proto__-1.xml'])
      expect([name, (await fetch(`${base}/sitemap/${name}`)).status]).toEqual([name, 404]);
  });

  it('gives news search engines the news of two days, and none older', async () => {
    const news = await fetchText('/sitemap/news.xml');
    const dates = all(news, 'news:publication_date').map((date) => Date.parse(date));
    expect(dates.length).toBeGreaterThan(0);
    for (const date of dates) expect(Date.now() - date).toBeLessThan(48.1 * 3_600_000);
    expect(all(news, 'news:title').length).toBe(dates.length);
  });
});

describe('feeds', () => {
  it.each(['articles', 'columns', 'highlights', 'news', 'news-local', 'news-editorial', 'traffic-info', 'phonograph'])(
    '%s brings the newest, each by its one address',
    async (name) => {
      const xml = await fetchText(`/feeds/${name}.xml`);
      const links = all(xml, 'link').slice(1);
      expect(links.length).toBeGreaterThan(0);
      expect(links.length).toBeLessThanOrEqual(30);
      const dates = all(xml, 'pubDate').map((date) => Date.parse(date));
      expect(dates).toEqual(dates.toSorted((a, b) => b - a));
      for (const link of some(links, 3)) expect((await fetch(link, { redirect: 'manual' })).status).toBe(200);
      expect(new Set(all(xml, 'title')).size).toBe(links.length + 1);
    },
  );

  it('has one for a programme and a column, and none for what is not there', async () => {
    await fetchText('/feeds/program-1035.xml');
    await fetchText('/feeds/column-1.xml');
    for (const name of ['program-99999', 'column-0', 'secret', 'constructor'])
      expect([name, (await fetch(`${base}/feeds/${name}.xml`)).status]).toEqual([name, 404]);
  });
});

describe('what is coming, and a host', () => {
  it('are in calendars of the channel and of the host, with one name for the same broadcast', async () => {
    const uidsOf = async (path: string) => {
      const reply = await fetch(base + path);
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/calendar; charset=utf-8',
      ]);
      return [...(await reply.text()).replaceAll('\r\n ', '').matchAll(/^UID:(.+)$/gm)].map(([, uid = '']) =>
        uid.trim(),
      );
    };
    const channel = await uidsOf('/calendar/channel-881.ics');
    expect(channel.length).toBeGreaterThan(50);
    expect(new Set(channel).size).toBe(channel.length);
    const host = await uidsOf('/calendar/host-12.ics');
    expect(host.length).toBeGreaterThan(0);
    for (const wrong of ['channel-999.ics', 'host-99999.ics', 'host-x.ics', 'channel-881'])
      expect((await fetch(`${base}/calendar/${wrong}`)).status).toBe(404);
  });

  it('has what a host wrote and can be heard in, newest first, under addresses that answer', async () => {
    const xml = await fetchText('/feeds/host-12.xml');
    const days = all(xml, 'pubDate').map((day) => Date.parse(day));
    expect(days.length).toBeGreaterThan(0);
    expect(days).toEqual(days.toSorted((a, b) => b - a));
    for (const url of some(all(xml, 'link').slice(1), 4)) expect([url, (await fetch(url)).status]).toEqual([url, 200]);
    expect((await fetch(`${base}/feeds/host-99999.xml`)).status).toBe(404);
  });
});

describe('the podcast of a programme', () => {
  it('is linked from its page and brings the free beginnings as files, whole and in ranges', async () => {
    const page = await (await fetch(`${base}/program/1035`)).text();
    const [, feed = ''] = /<link rel="alternate"[^>]*href="([^"]*\/feeds\/podcast\/1035\.xml)"/.exec(page) ?? [];
    const xml = await fetchText(pathOf(feed));
    const [, file = ''] = /<enclosure url="([^"]+)"/.exec(xml) ?? [];
    const head = await fetch(file, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'audio/mp4']);
    const bytes = Number(head.headers.get('content-length'));
    // Five minutes of the better quality, and not the whole broadcast.
    expect(bytes).toBeGreaterThan(4_000_000);
    expect(bytes).toBeLessThan(6_000_000);
    const part = await fetch(file, { headers: { range: 'bytes=4-7' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 4-7/${bytes}`,
      'ftyp',
    ]);
    for (const path of ['/feeds/podcast/99999.xml', `/podcasts/${'x'.repeat(43)}/1.m4a`, '/member/podcasts/x.xml'])
      expect([path, (await fetch(base + path)).status]).toEqual([path, 404]);
  });
});

describe('what a shared link shows', () => {
  it('is the headline in a picture of the size readers of links expect', async () => {
    const [first = ''] = all(await fetchText('/sitemap/articles-1.xml'), 'loc');
    const [, id] = /\/article\/(\d+)/.exec(first) ?? [];
    const reply = await fetch(`${base}/social/articles/${id}.jpg`);
    expect(reply.status).toBe(200);
    const { width, height, format } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' });
  });

  it('is not there for an article that is not, and for no other name', async () => {
    expect((await fetch(`${base}/social/articles/999999999.jpg`)).status).toBe(404);
    expect((await fetch(`${base}/social/articles/x.jpg`)).status).toBe(400);
  });
});
