import { expect, it } from 'vitest';
import { sitePathsOf, targetOf } from './dead-links.rules.ts';

it('finds links to the site, by path or by its whole address, and none to elsewhere', () => {
  const html =
    '<p><a href="/article/1/a?x=1&amp;y=2#z">一</a><a href="https://radio.example/host/2">二</a><a href="https://elsewhere.example/article/3">三</a><a href="//elsewhere.example/x">四</a><a href="mailto:a@b.example">五</a></p>';
  expect(sitePathsOf(html, 'https://radio.example')).toEqual(['/article/1/a', '/host/2']);
});

it('knows what a path leads to, and leaves alone what it does not know', () => {
  expect(
    [
      '/article/12/cat/name',
      '/news/local/5',
      '/soundcolumn/article/7',
      '/traffic/info/8',
      '/program/9/x',
      '/host/3',
    ].map(targetOf),
  ).toEqual([
    { kind: 'article', id: '12' },
    { kind: 'article', id: '5' },
    { kind: 'article', id: '7' },
    { kind: 'article', id: '8' },
    { kind: 'program', id: '9' },
    { kind: 'host', id: '3' },
  ]);
  expect(targetOf('/staticpage/terms')).toEqual({ kind: 'static-page', id: 'terms' });
  for (const path of ['/', '/article/latest/2', '/program/archives/5', '/chart', '/news/recent'])
    expect(targetOf(path), path).toBeNull();
});
