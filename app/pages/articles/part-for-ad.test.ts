import { expect, it } from 'vitest';
import type { BlockView } from '#app/components/article/content-blocks.tsx';
import { partForAd } from './part-for-ad.ts';

const text = (...words: string[]): BlockView => ({
  kind: 'text',
  nodes: words.map((word) => ({ tag: word.startsWith('#') ? 'h2' : 'p', children: [word] })),
});
const picture: BlockView = { kind: 'image', picture: 'a', alt: '', caption: '', credit: '' };

it('parts an article after its third paragraph, within a block or between two', () => {
  expect(partForAd([text('1', '2', '3', '4')])).toEqual([[text('1', '2', '3')], [text('4')]]);
  expect(partForAd([text('1', '#', '2'), picture, text('3'), picture, text('4')])).toEqual([
    [text('1', '#', '2'), picture, text('3')],
    [picture, text('4')],
  ]);
});

it.each([[[text('1', '2')]], [[text('1', '2', '3')]], [[text('1', '2', '3'), picture]], [[]]])(
  'leaves whole what is too short for one: %#',
  (views) => expect(partForAd(views)).toEqual([views, []]),
);
