import { describe, expect, it } from 'vitest';
import { ContentBlockType } from '#shared/enums.ts';
import { toBlockViews } from './content-blocks.server.ts';

const views = (...blocks: Parameters<typeof toBlockViews>[0]) =>
  toBlockViews(blocks, { articleId: 7, siteUrl: 'https://radio.example' });

describe('blocks of other sites', () => {
  it.each(['dQw4w9WgXc', 'dQw4w9WgXcQQ', '"><script>1', '../../evil1'])('shows no video under the id %s', (videoId) => {
    expect(views({ type: ContentBlockType.YOUTUBE, videoId, title: '' })).toEqual([]);
  });

  it.each([
    'https://evil.example/posts/1',
    'http://www.facebook.com/a/posts/1',
    'javascript:alert(1)',
    'https://www.facebook.com@evil.example/',
    'https://www.facebook.com.evil.example/',
    'https://www.facebook.com:8443/',
    'x',
  ])('shows no post of %s', (url) => expect(views({ type: ContentBlockType.FACEBOOK, url, title: '' })).toEqual([]));

  it('shows what is of those sites', () => {
    expect(
      views(
        { type: ContentBlockType.YOUTUBE, videoId: 'dQw4w9WgXcQ', title: 't' },
        { type: ContentBlockType.FACEBOOK, url: 'https://www.facebook.com/a/posts/1', title: 't' },
      ).map(({ kind }) => kind),
    ).toEqual(['youtube', 'facebook']);
  });
});

it('leaves out what it does not know and what is empty', () => {
  const unknown = { type: 99, html: '<p>x</p>' } as unknown as Parameters<typeof toBlockViews>[0][number];
  expect(
    views(
      unknown,
      { type: ContentBlockType.TEXT, html: '<script>1</script>' },
      {
        type: ContentBlockType.MEDIA_LIBRARY,
        title: '',
        items: [],
      },
    ),
  ).toEqual([]);
});

it('reaches a recording through its article', () => {
  const [audio] = views({ type: ContentBlockType.AUDIO, mediaFileId: 3, title: 't', durationMs: 1 });
  expect(audio).toMatchObject({ kind: 'audio', src: '/media/articles/7/3' });
});
