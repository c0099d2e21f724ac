import { expect, it } from 'vitest';
import { localPlaylist, underGrantOf } from './local-playlist.ts';

const ADDRESS = 'https://radio.example/replay/one/881/a128/0-8000.m3u8';
const PLAYLIST = `#EXTM3U
#EXT-X-MAP:URI="../../init/7.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T00:00:00.000Z
#EXTINF:4,
10.m4s
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="../../init/7.mp4"
#EXTINF:4,
11.m4s
#EXT-X-ENDLIST
`;

it('keeps times and discontinuities, and names files by number, each once', () => {
  const { text, files } = localPlaylist(PLAYLIST, ADDRESS);
  expect(files).toEqual(['/replay/one/init/7.mp4', '/replay/one/881/a128/10.m4s', '/replay/one/881/a128/11.m4s']);
  expect(text).toBe(PLAYLIST.replaceAll('../../init/7.mp4', '0').replace('10.m4s', '1').replace('11.m4s', '2'));
  expect(text).not.toMatch(/replay|m4s|mp4/);
});

it('resumes with the same files under a new grant', () => {
  expect(underGrantOf('/replay/one/881/a128/11.m4s', '/replay/two/881/a128/0-8000.m3u8')).toBe(
    '/replay/two/881/a128/11.m4s',
  );
});
