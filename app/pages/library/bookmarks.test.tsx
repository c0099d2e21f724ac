import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, it } from 'vitest';
import Bookmarks from './bookmarks.tsx';

it('names each control after its bookmark: one section may have several', () => {
  const section = {
    sectionId: 11,
    name: '朝早唔好嘈 第 1 節',
    href: '/program/archives/7',
    title: '朝早唔好嘈',
    part: '第 1 節',
    art: '',
    channel: 903,
    aired: '尋日 07:00',
    airedAt: '2026-11-27T23:00:00.000Z',
    lengthMs: 10_800_000,
    state: '',
    heardPercent: 0,
    isHeard: false,
    isEnded: false,
    note: '',
    words: null,
  };
  const items = [1, 2].map((id) => ({ ...section, id, atMs: id * 60_000, into: `0${id}:00` }));
  const Page = createRoutesStub([{ id: 'page', path: '/', Component: Bookmarks }]);
  const html = renderToStaticMarkup(<Page hydrationData={{ loaderData: { page: { siteUrl: '', items } } }} />);
  const names = [...html.matchAll(/<(?:button|summary)[^>]* aria-label="([^"]+)"/g)].map(([, name]) => name);
  expect(names).toContain('播放 朝早唔好嘈 第 1 節 02:00');
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.filter((name) => name?.endsWith('第 1 節'))).toEqual([]);
});
