import { expect, it } from 'vitest';
import { diffParagraphs, diffWords, type Part } from './text-diff.ts';

const shown = (parts: readonly Part[]) =>
  parts.map(({ kind, text }) => (kind === 'same' ? text : kind === 'deleted' ? `[-${text}-]` : `[+${text}+]`)).join('');
const without = (parts: readonly Part[], kind: Part['kind']) =>
  parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join('');

it('marks the words that changed, Chinese characters each and other words as one', () => {
  expect(shown(diffWords('全長 13 公里，下月開放', '全長 15 公里，12月開放'))).toBe(
    '全長 [-13-][+15+] 公里，[-下-][+12+]月開放',
  );
  expect(shown(diffWords('Peak Hour', 'Peak Hours'))).toBe('Peak [-Hour-][+Hours+]');
  expect(shown(diffWords('', '新'))).toBe('[+新+]');
});

it('keeps unchanged paragraphs apart from changed, added and removed ones', () => {
  const found = diffParagraphs(['一', '二二', '三', '四'], ['一', '二貳', '四', '五']);
  expect(found.map(({ isSame, parts }) => [isSame, shown(parts)])).toEqual([
    [true, '一'],
    [false, '二[-二-][+貳+]'],
    [false, '[-三-]'],
    [true, '四'],
    [false, '[+五+]'],
  ]);
});

it('loses no word of either text, whatever they are', () => {
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const text = () => Array.from({ length: next(60) }, () => '一二三 ab，'[next(7)]).join('');
  for (let i = 0; i < 500; i++) {
    const [before, after] = [text(), text()];
    const parts = diffWords(before, after);
    expect(without(parts, 'inserted')).toBe(before);
    expect(without(parts, 'deleted')).toBe(after);
  }
  const [before, after] = ['一二'.repeat(2_000), '二三'.repeat(2_000)];
  const parts = diffWords(before, after);
  expect(without(parts, 'inserted')).toBe(before);
  expect(without(parts, 'deleted')).toBe(after);
});
