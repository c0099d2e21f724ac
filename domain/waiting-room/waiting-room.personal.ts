import { waitingRoomEntries } from '#db/tables/waiting-room.ts';
import { INNER, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const WAITING_ROOM_PERSONAL = {
  // A key of exported files, which keeps its name.
  waitingPlaces: {
    table: waitingRoomEntries,
    column: waitingRoomEntries.memberId,
    by: 'memberId',
    title: '等候室',
    shown: {
      state: '狀態',
      joinedAt: '到達時間',
      turnAt: '輪到的時間',
      seenAt: '最後在場時間',
      enteredAt: '入場時間',
      endedAt: '離開時間',
    },
    withheld: { id: INNER, queueId: INNER, memberId: INNER },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
