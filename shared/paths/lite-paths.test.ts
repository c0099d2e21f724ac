import { expect, it } from 'vitest';
import { fullPathOf, litePathOf } from './lite-paths.ts';

it.each([
  ['/', '/lite'],
  ['/live/903', '/lite/live/903'],
  ['/live/903/video', '/lite/live/903'],
  ['/timetable/881/list', '/lite/timetable/881'],
  ['/news', '/lite/news'],
  ['/news/recent', '/lite/news'],
  ['/traffic', '/lite/traffic'],
  ['/article/1000/熱話/題目', '/lite/article/1000'],
  ['/news/local/5001', '/lite/article/5001'],
  ['/soundcolumn/article/1001/a/b', '/lite/article/1001'],
  ['/article/latest/3', null],
  ['/news/editorial/category/3', null],
  ['/live/999', null],
  ['/member/userinfo', null],
  ['/lite', null],
])('the lite page of %s is %s', (path, lite) => {
  expect(litePathOf(path)).toBe(lite);
});

it.each(['/lite', '/lite/live/903', '/lite/timetable/864', '/lite/news', '/lite/traffic', '/lite/article/12'])(
  'the full page of %s has it as its lite page',
  (lite) => {
    expect(litePathOf(fullPathOf(lite))).toBe(lite);
  },
);
