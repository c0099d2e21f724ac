import { describe, expect, it } from 'vitest';
import { siteUrl } from '#tests/setup/browser.ts';

// Requirements of routes that need no browser: status codes, missing pages, and content.

const ask = (path: string) => fetch(siteUrl() + path, { redirect: 'manual' });
const status = async (path: string) => (await ask(path)).status;
const html = async (path: string) => (await fetch(siteUrl() + path)).text();
const headingsOf = (text: string) =>
  [...text.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/gs)].map(([, words = '']) => words.replaceAll(/<[^>]+>/g, ''));
const expectAll = async (paths: string[], expected: number) => {
  for (const path of paths) expect([path, await status(path)]).toEqual([path, expected]);
};

describe('review variants', () => {
  it.each([
    ['R-037', '/anymind360_review', '/'],
    ['R-045', '/live/881/anymind360_review', '/live/881'],
    ['R-069', '/search/google_review?q=%E6%B5%B7%E6%BF%B1', '/search?q=%E6%B5%B7%E6%BF%B1'],
    ['R-043', '/article/latest/anymind360_review', '/article/latest'],
  ])('%s %s is the page of %s, kept out of search', async (_rule, variant, page) => {
    // Each is cached separately: after a change, such as of the show on air, one may be stale for longer.
    const differing = async () => {
      const [ours, theirs] = [headingsOf(await html(variant)), headingsOf(await html(page))];
      return ours.join() === theirs.join() ? [] : [ours, theirs];
    };
    await expect.poll(differing, { interval: 500 }).toEqual([]);
    const text = await html(variant);
    expect(text).toContain('content="noindex, follow"');
    expect(text).toContain(`rel="canonical" href="${siteUrl()}${page}"`);
  });

  it('R-045 has one for the three channels only', async () =>
    expectAll(['/live/999/anymind360_review', '/live/x/anymind360_review'], 404));

  it('R-046 opens the copy of an article with and without category and name', async () => {
    const article = headingsOf(await html('/article/1000'))[0];
    for (const path of ['/test/article/1000', '/test/article/1000/any', '/test/article/1000/any/name'])
      expect(headingsOf(await html(path))[0]).toBe(article);
  });
});

describe('channels in addresses', () => {
  const OTHERS = ['882', '904', '0881', '881x', 'x', '-881', '８８１'];

  it('R-053 opens the timetables of 881, 903 and 864 and of nothing else', async () => {
    await expectAll(['/timetable/881', '/timetable/903', '/timetable/864'], 200);
    await expectAll(['/timetable', ...OTHERS.map((other) => `/timetable/${encodeURIComponent(other)}`)], 404);
    await expectAll(['/timetable/882/list', '/timetable/x/list'], 404);
  });

  it('R-062 calls a live channel that there is not not found, heard or seen', async () => {
    await expectAll(['/live/881', '/live/903', '/live/864', '/live/903/video'], 200);
    for (const other of OTHERS)
      await expectAll([`/live/${encodeURIComponent(other)}`, `/live/${encodeURIComponent(other)}/video`], 404);
  });
});

describe('programmes and hosts', () => {
  it('R-065 does not read the archive as the number of a programme', async () => {
    const reply = await ask('/program/archives');
    expect([reply.status, reply.headers.get('location')]).toEqual([200, null]);
    await expectAll(['/program/archives?day=x', '/program/archives?channel=9', '/program/archives/1?at=x'], 404);
  });

  it('R-058 shows one host: name, words and programmes', async () => {
    const text = await html('/host/12');
    const [name = ''] = headingsOf(text);
    expect(name).toMatch(/\p{Script=Han}/u);
    expect(text).toMatch(/href="\/program\/\d+\//);
    await expectAll(['/host/0', '/host/x', '/host/99999'], 404);
  });

  it('R-067 shows one programme: schedule, hosts and related programmes', async () => {
    const text = await html('/program/1035');
    expect(text).toMatch(/href="\/host\/\d+\//);
    const others = new Set(text.match(/\/program\/\d+/g));
    others.delete('/program/1035');
    expect(others.size).toBeGreaterThan(2);
  });
});

describe('pages of the company', () => {
  it('R-040 opens the openings of all and of each company, each with its own, and of no other', async () => {
    const titles = await Promise.all(
      ['', '/CR', '/CRP', '/CRi'].map(async (company) => headingsOf(await html(`/recruitment${company}`))[0]),
    );
    expect(new Set(titles).size).toBe(4);
    await expectAll(['/recruitment/ABC', '/recruitment/cr', '/recruitment/CRI', '/recruitment/CR/1'], 404);
  });

  it('R-081 opens the contact form and its outcome', async () => {
    expect(await html('/contactUs')).toMatch(/<form[^>]*method="post"/i);
    await expectAll(['/contactUs/result', '/contactUs/result?type=sent'], 200);
    await expectAll(['/contactUs/x', '/contactUs/result/x'], 404);
  });

  it('R-082 shows what can be advertised, and whom to ask', async () => {
    const text = await html('/adService');
    expect(headingsOf(text)).toEqual(expect.arrayContaining(['廣告服務', '頻道', '形式']));
    expect(text.slice(text.indexOf('<main'), text.indexOf('</main>'))).toMatch(/href="(mailto:|tel:|\/contactUs)/);
  });

  it('R-083 shows the stroke fund year by year, newest first', async () => {
    const years = headingsOf(await html('/strokefund/archive')).flatMap((words) => words.match(/^\d{4}(?=年)/) ?? []);
    expect(years.length).toBeGreaterThanOrEqual(5);
    expect(years).toEqual(years.toSorted((one, other) => Number(other) - Number(one)));
    expect(new Set(years).size).toBe(years.length);
  });
});

describe('what is not found', () => {
  it('R-100 answers /error with and without a code', async () =>
    expectAll(['/error', '/error/404', '/error/500', '/error/abc'], 404));

  it('R-102 answers every unknown path with 404, asked by a reader or by the router', async () =>
    expectAll(['/nobody', '/nobody/knows/this', '/news/local/1/2/3', '/live', '/nobody.data'], 404));
});

it('R-049 takes a category or a name that is left out, on every path of a piece', async () => {
  for (const path of [
    '/article/1000',
    '/article/1000/城市',
    '/highlight/2001',
    '/highlight/2001/清談',
    '/soundcolumn/article/1001',
    '/soundcolumn/1',
    '/news/local/5001',
    '/news2/local/5001',
    '/news/editorial/category/21',
    '/traffic/info/3361',
    '/traffic/highlight/4501',
    '/traffic/phonograph/4801',
    '/host/12',
    '/program/1035',
  ]) {
    const reply = await fetch(siteUrl() + path);
    expect([path, reply.status]).toEqual([path, 200]);
  }
});
