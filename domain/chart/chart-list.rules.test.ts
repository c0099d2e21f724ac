import { expect, it } from 'vitest';
import { parseChartList, repeatedPositions } from './chart-list.rules.ts';

it('reads a pasted list whatever stands before and between title and artist, and names the lines that have no artist', () => {
  const { songs, faults } = parseChartList(
    [
      '1. 海闊天空 / 樂隊甲',
      '2\t夜航\t歌手乙',
      '',
      '３ 無前綴 - 歌手丙',
      '10) Rain — Band D',
      '淨係得歌名',
      '7、斜線／歌手戊',
    ].join('\n'),
  );
  expect(songs).toEqual([
    { title: '海闊天空', artist: '樂隊甲' },
    { title: '夜航', artist: '歌手乙' },
    { title: '３ 無前綴', artist: '歌手丙' },
    { title: 'Rain', artist: 'Band D' },
    { title: '斜線', artist: '歌手戊' },
  ]);
  expect(faults).toEqual([{ line: 6, text: '淨係得歌名' }]);
});

it('finds a song that stands on the list twice, whatever its case and punctuation', () => {
  const songs = [
    { title: 'Rain!', artist: 'Band D' },
    { title: '夜航', artist: '歌手乙' },
    { title: 'RAIN', artist: 'band d' },
    { title: '夜航', artist: '歌手丙' },
  ];
  expect(repeatedPositions(songs)).toEqual([3]);
});
