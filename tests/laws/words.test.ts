import { expect, it } from 'vitest';
import { files, linesWith, read, withoutComments } from './source.ts';

// Words on screen are written by people in one place; a component that holds them hides them from the next editor.

it('keeps words out of components', () => {
  const wrong = files(/^app\/.*\.tsx?$/)
    .filter((file) => !file.startsWith('app/text/') && !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      withoutComments(read(file))
        .split('\n')
        .flatMap((line, i) => (/[\u3400-\u9fff]/.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
    );
  expect(wrong).toEqual([]);
});

it('writes no character that only Simplified Chinese has', () => {
  const simplified =
    /[这们会时为说节国动发声乐长门见东车马鱼鸟龙广应来对开关点问间听话读写买卖钱银铁历历网络电视频频显资讯讯图书馆员级计划设备项顺须预领题额颜风饭饮馆]/;
  expect(files(/^app\/text\/.*\.ts$/).flatMap((file) => linesWith(file, simplified))).toEqual([]);
});
