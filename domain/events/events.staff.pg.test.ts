import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventMessages } from '#db/tables/events.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { emptyEvents, inMinutes, insertEvent } from '#tests/factories/events.ts';
import { eventActions } from './events.actions.ts';

// Live events at the desk: what a producer does in an evening, by the actions that the command runs too.

let desk: OpenDesk;
let event = { id: 0, streamId: 0 };
beforeAll(async () => {
  desk = await openTestDesk({ actions: eventActions() });
});
afterAll(() => desk.close());
beforeEach(async () => {
  desk.clock.now = inMinutes(-20);
  await emptyEvents(desk.db);
  event = await insertEvent(desk.db);
});

/** Replies of any call. */
// oxlint-disable-next-line no-explicit-any
type Reply = any;
const read = async (cookie: string): Promise<Reply> =>
  (await desk.call(`/api/staff/events/${event.id}`, { cookie })).response;
const act = async (cookie: string, name: string, more: object = {}): Promise<{ status: number; response: Reply }> =>
  desk.act(`events.${name}`, { event_id: event.id, ...more }, { cookie });
const undo = ({ response }: { response: Reply }, cookie: string) => desk.undo(response.undo, { cookie });

it('takes back a message, a withdrawal, an item that was set, and an admission rate', async () => {
  const { cookie } = await desk.enter('producer');
  const message = await act(cookie, 'message', { words: '十分鐘後開始' });
  expect((await read(cookie)).messages).toMatchObject([{ words: '十分鐘後開始' }]);
  expect((await undo(message, cookie)).status).toBe(200);
  expect((await read(cookie)).messages).toEqual([]);

  const again = await act(cookie, 'message', { words: '樂隊遲到' });
  const withdrawn = await act(cookie, 'withdraw-message', { message_id: again.response.result.message_id });
  expect((await undo(withdrawn, cookie)).status).toBe(200);
  expect((await read(cookie)).messages).toMatchObject([{ words: '樂隊遲到' }]);

  const begun = await act(cookie, 'item', { position: 1, is_started: true });
  expect((await read(cookie)).items[0].started_ts).toBe(inMinutes(-20).getTime() / 1000);
  desk.clock.now = inMinutes(-10);
  const unset = await act(cookie, 'item', { position: 1, is_started: false });
  expect((await undo(unset, cookie)).status).toBe(200);
  // The moment at which it began, not that of the undo.
  expect((await read(cookie)).items[0].started_ts).toBe(inMinutes(-20).getTime() / 1000);
  expect((await undo(begun, cookie)).status).toBe(409);

  const rate = await act(cookie, 'rate', { per_second: 2.5 });
  expect((await read(cookie)).queue.per_second).toBe(2.5);
  await undo(rate, cookie);
  expect((await read(cookie)).queue.per_second).toBe(100);
});

it('cancels an event by two persons with a fresh proof, and not by one', async () => {
  const producer = await desk.enter('producer');
  const chief = await desk.enter('chief-editor');
  const asked = await act(producer.cookie, 'cancel');
  expect(asked.response).toMatchObject({ outcome: 'asked' });
  expect((await read(producer.cookie)).phase).toBe('open');
  const approve = (cookie: string) => desk.approve(asked.response.approval_id, { cookie });
  expect((await approve(producer.cookie)).status).toBe(403);
  expect((await approve(chief.cookie)).status).toBe(200);
  expect((await read(producer.cookie)).phase).toBe('cancelled');
  expect((await act((await desk.enter('engineer')).cookie, 'cancel')).status).toBe(403);
});

it('shows before it runs what it then does, and leaves nothing behind', async () => {
  const { cookie } = await desk.enter('engineer');
  const input = { event_id: event.id, words: '畫面有事', expected_ts: inMinutes(5).getTime() / 1000 };
  const preview = await desk.call('/api/staff/actions/events.hold/preview', { cookie, body: { input } });
  expect(await desk.db.select().from(eventMessages)).toEqual([]);
  const ran = await act(cookie, 'hold', input);
  expect(ran.response.rows).toEqual((preview.response as Reply).rows);
  expect(await read(cookie)).toMatchObject({ phase: 'hold', messages: [{ words: '畫面有事' }] });
  expect((await act(cookie, 'open')).status).toBe(409);
});

it('creates an event whose times agree, names the field where they do not, and lists it by phase', async () => {
  const { cookie } = await desk.enter('producer');
  const { fields, tickets, queue, items } = await read(cookie);
  const iso = (seconds: number | null) => seconds && new Date(seconds * 1000).toISOString();
  const input = {
    title: '另一晚',
    lead: fields.lead,
    venue: fields.venue,
    keyart: fields.keyart,
    doorsAt: iso(fields.doors_ts),
    startsAt: iso(fields.starts_ts),
    endsAt: iso(fields.ends_ts),
    replayUntil: iso(fields.replay_until_ts),
    priceCents: fields.price_cents,
    sellsFrom: iso(fields.sells_from_ts),
    sellsUntil: iso(fields.sells_until_ts),
    tickets: tickets.total,
    perSecond: queue.per_second,
    items: items.map((item: Reply) => ({ title: item.title, plannedAt: iso(item.planned_ts) })),
  };
  const wrong = await desk.act('events.create', { ...input, endsAt: input.doorsAt }, { cookie });
  expect(wrong.status).toBe(400);
  expect(Object.keys((wrong.response as Reply).detail.fieldErrors)).toContain('endsAt');
  const made = await desk.act('events.create', input, { cookie });
  expect((made.response as Reply).result).toMatchObject({ event_id: event.id + 1 });

  const list = async (query: string): Promise<string[]> =>
    ((await desk.call(`/api/staff/events?${query}`, { cookie })).response as Reply).items.map(
      ({ title }: { title: string }) => title,
    );
  expect(await list('phase=open')).toEqual(['另一晚', '海旁一號台']);
  expect(await list('phase=replay')).toEqual([]);
  expect(await list(`text=${encodeURIComponent('另一')}`)).toEqual(['另一晚']);
  expect(await list(`before=${inMinutes(0).getTime()}~${event.id + 1}`)).toEqual(['海旁一號台']);
});

it('gives a ticket to a member, and says which member does not exist', async () => {
  const { cookie } = await desk.enter('producer');
  const memberId = await insertMember(desk.db, 'guest@member.example');
  expect((await act(cookie, 'give-ticket', { member_id: memberId })).status).toBe(200);
  expect((await read(cookie)).tickets).toMatchObject({ by_hand: 1, sold: 0, total: 50 });
  expect((await act(cookie, 'give-ticket', { member_id: memberId + 1 })).status).toBe(404);
});
