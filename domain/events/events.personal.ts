import { eventReminders, eventTickets } from '#db/tables/events.ts';
import { INNER, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const EVENTS_PERSONAL = {
  eventTickets: {
    table: eventTickets,
    column: eventTickets.memberId,
    by: 'memberId',
    title: '門票',
    shown: {
      eventId: '節目編號',
      source: '來源',
      orderId: '訂單編號',
      numberInOrder: '訂單內第幾張',
      createdAt: '取得時間',
      givenAt: '轉贈時間',
      enteredAt: '首次入場時間',
      endedAt: '失效時間',
    },
    withheld: { id: INNER, memberId: INNER, giverMemberId: 'another person: the giver' },
    erase: 'keep',
    keptBecause: 'the station must account for its sales; without the member id a ticket identifies nobody',
  },
  // Also for members without any other data: a member named by a ticket keeps a blank row.
  givenTickets: {
    table: eventTickets,
    column: eventTickets.giverMemberId,
    by: 'memberId',
    title: '轉贈他人的門票',
    shown: {
      eventId: '節目編號',
      source: '來源',
      orderId: '訂單編號',
      numberInOrder: '訂單內第幾張',
      createdAt: '取得時間',
      givenAt: '轉贈時間',
    },
    withheld: {
      id: INNER,
      giverMemberId: INNER,
      memberId: 'another person: the recipient',
      enteredAt: 'data of another person: when the recipient entered',
      endedAt: 'data of another person: when the recipient’s ticket ended',
    },
    erase: 'keep',
    keptBecause: 'the station must account for its sales; without the member id a gift identifies nobody',
  },
  eventReminders: {
    table: eventReminders,
    column: eventReminders.memberId,
    by: 'memberId',
    title: '網上直播提示',
    shown: { eventId: '節目編號', createdAt: '加入時間', sentAt: '寄出時間' },
    withheld: { memberId: INNER },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
