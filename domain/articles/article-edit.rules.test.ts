import { expect, it } from 'vitest';
import { ContentBlockType } from '#shared/enums.ts';
import { previewOf, slugOf } from './article-edit.rules.ts';

it.each([
  ['港鐵：東鐵線　恢復「正常」服務！', '港鐵-東鐵線-恢復-正常-服務'],
  ['  Peak Hour / Jazz?#%  ', 'Peak-Hour-Jazz'],
  ['１００％', '100'],
  ['…', 'article'],
  ['字'.repeat(200), '字'.repeat(60)],
])('makes the readable part of an address of %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
  expect(slugOf(slug)).toBe(slug);
});

it('takes the first lines from words alone, cutting no character in two', () => {
  const html = `<h2>小題</h2><p>一&amp;二</p><p>${'𠮷'.repeat(300)}</p>`;
  const preview = previewOf([
    { type: ContentBlockType.YOUTUBE, videoId: 'abcdefghijk', title: '片' },
    { type: ContentBlockType.TEXT, html },
  ]);
  expect(preview.startsWith('小題 一&二 𠮷')).toBe(true);
  expect(Array.from(preview)).toHaveLength(140);
  expect(preview.isWellFormed()).toBe(true);
});
