import { expect, it } from 'vitest';
import { segmentsIn } from './run-checks.ts';

it('fetches the segments of a playlist and nothing else of it', () => {
  const playlist = [
    '#EXTM3U',
    '#EXT-X-MAP:URI="../init/1.mp4"',
    '#EXTINF:1.0,',
    '10.m4s',
    '',
    '#EXTINF:1.0,',
    '11.m4s\r',
    '#EXT-X-ENDLIST',
  ];
  expect(segmentsIn(playlist.join('\n'))).toEqual(['10.m4s', '11.m4s']);
});
