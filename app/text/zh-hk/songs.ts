import type { SoundMark } from '#domain/songs/marks.rules.ts';

/** Title and artist in one line. */
const named = ({ title, artist }: Pick<SoundMark, 'title' | 'artist'>): string =>
  artist === '' ? title : `${title} · ${artist}`;

/** Songs, bulletins and breaks. */
export const soundText = {
  now: '正在播',
  of: (mark: SoundMark): string =>
    mark.kind === 'song' ? named(mark) : mark.title || (mark.kind === 'bulletin' ? '新聞' : '廣告時間'),
  whatWasThat: '剛才播過乜歌？',
  keep: '記低呢首',
  keepOf: (title: string) => `記低呢首：《${title}》`,
  kept: '記低咗，喺「我的歌曲」睇返',
  keptBefore: '之前已經記低咗',
  keepFailed: '而家記低唔到，請遲啲再試',
  keepFull: '記低咗太多歌，請先移除一啲',
  logInToKeep: '登入之後，可以將聽到嘅歌記低。',
  toPage: '返去',
} as const;

/** On the page of a live channel. */
export const latestSongsText = {
  latest: '剛才播過嘅歌',
  all: '睇晒',
} as const;
