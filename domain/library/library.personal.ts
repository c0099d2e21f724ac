import { bookmarks, favourites, historyEntries, libraryLists, playlistEntries } from '#db/tables/library.ts';
import { INNER, type PersonalTable } from '#db/personal-table.ts';

const removed = { removedAt: '移除時間' };
const inner = { id: INNER, memberId: INNER, removedIn: INNER };

/** Personal data of this module. */
export const LIBRARY_PERSONAL = {
  libraryLists: {
    table: libraryLists,
    column: libraryLists.memberId,
    by: 'memberId',
    title: '節目重溫清單',
    shown: { kind: '種類', revision: '更改次數' },
    withheld: { memberId: INNER },
    erase: 'delete',
  },
  playlistEntries: {
    table: playlistEntries,
    column: playlistEntries.memberId,
    by: 'memberId',
    title: '播放清單',
    shown: {
      kind: '種類',
      sectionId: '節編號',
      isAuto: '自動加入',
      position: '次序',
      createdAt: '加入時間',
      ...removed,
    },
    withheld: inner,
    erase: 'delete',
  },
  favourites: {
    table: favourites,
    column: favourites.memberId,
    by: 'memberId',
    title: '收藏',
    shown: { programId: '節目編號', position: '次序', createdAt: '加入時間', ...removed },
    withheld: inner,
    erase: 'delete',
  },
  historyEntries: {
    table: historyEntries,
    column: historyEntries.memberId,
    by: 'memberId',
    title: '收聽紀錄',
    shown: { sectionId: '節編號', playedAt: '收聽時間', position: '次序', ...removed },
    withheld: inner,
    erase: 'delete',
  },
  bookmarks: {
    table: bookmarks,
    column: bookmarks.memberId,
    by: 'memberId',
    title: '書籤',
    shown: {
      streamId: '音源編號',
      at: '時間',
      note: '筆記',
      words: '當時內容',
      position: '次序',
      createdAt: '加入時間',
      ...removed,
    },
    withheld: inner,
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
