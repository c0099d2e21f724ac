import { expect, it } from 'vitest';
import { siteUrl } from '#tests/setup/browser.ts';
import { walkRepeats } from './page-walk.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

walkRepeats(PUBLIC_PAGES);

it('R-049 sends a wrong or missing name to the one address of a page', async () => {
  for (const path of ['/program/1035', '/program/1035/wrong', '/host/12']) {
    const reply = await fetch(siteUrl() + path, { redirect: 'manual' });
    expect(reply.status).toBe(301);
    expect(reply.headers.get('location')).toMatch(/^\/(program|host)\/\d+\/./);
  }
});

it('R-098, R-099 sends a phone to its store and everybody else home', async () => {
  const location = async (query: string, agent: string) =>
    (
      await fetch(`${siteUrl()}/mobileredirect?${query}`, {
        redirect: 'manual',
        headers: { 'user-agent': agent },
      })
    ).headers.get('location');
  expect(await location('appname=toolbar', 'Mozilla/5.0 (iPhone)')).toContain('store=ios');
  expect(await location('appname=archive', 'Mozilla/5.0 (Linux; Android 14; HUAWEI P60)')).toContain('store=huawei');
  expect(await location('appname=archive', 'Mozilla/5.0 (Linux; Android 14; Pixel)')).toContain('store=android');
  expect(await location('appname=toolbar', 'Mozilla/5.0 (X11; Linux)')).toBe('/');
  expect(await location('appname=other', 'Mozilla/5.0 (iPhone)')).toBe('/');
});

it('draws the code that leads a phone to each app, and no other', async () => {
  for (const app of ['toolbar', 'archive']) {
    const reply = await fetch(`${siteUrl()}/mobileredirect/${app}.svg`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain('image/svg+xml');
  }
  for (const other of ['toolbar', 'other.svg', 'toolbar.svg.svg'])
    expect((await fetch(`${siteUrl()}/mobileredirect/${other}`)).status).toBe(404);
});

it.each(
  '/api /captions /live/schedule /live-blogs /pictures /social /media /replay /podcasts /ingest /sandbox /tracking /v2'.split(
    ' ',
  ),
)('answers an unknown address under %s as a call: for a program, and never kept', async (prefix) => {
  const reply = await fetch(`${siteUrl()}${prefix}/nothing/at/all/here`);
  // Replays are authorised before anything is looked up.
  expect(reply.status).toBe(prefix === '/replay' ? 403 : 404);
  expect(reply.headers.get('content-type')).toMatch(/^application\/(problem\+)?json/);
  expect(reply.headers.get('cache-control')).toBe('no-store');
});
