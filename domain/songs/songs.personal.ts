import { memberSongs } from '#db/tables/songs.ts';
import { INNER, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const SONGS_PERSONAL = {
  memberSongs: {
    table: memberSongs,
    column: memberSongs.memberId,
    by: 'memberId',
    title: '聽過及記低的歌曲',
    shown: { markId: '播放編號', how: '方式', heardAt: '時間' },
    withheld: { memberId: INNER },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
