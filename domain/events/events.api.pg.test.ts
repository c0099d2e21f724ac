import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '#db/database.ts';
import { eventReminders } from '#db/tables/events.ts';
import { mails } from '#db/tables/mail.ts';
import { mediaKeeps } from '#db/tables/media.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { sessionHashOf } from '#domain/playback/playback.ts';
import { readGrant } from '#domain/playback/grants/grants.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { wholeAudit } from '#tests/factories/audit.ts';
import { emptyEvents, eventServicesOf, giveTicketTo, inMinutes, insertEvent } from '#tests/factories/events.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { eventNow } from './event-play.ts';
import type { EventServices } from './events.ts';
import { sendReminders } from './reminders.ts';
import { runEvent, type EventCommand } from './running.ts';

let database: TestDatabase;
let db: Db;
let app: FastifyInstance;
let services: EventServices;
let now = inMinutes(-60);
let event = { id: 0, streamId: 0 };
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  services = eventServicesOf(db);
  app = await createApiApp({ db, clock: () => now, events: services });
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  now = inMinutes(-60);
  await db.delete(mails);
  await emptyEvents(db);
  event = await insertEvent(db);
});

interface Member {
  memberId: number;
  sessionId: number;
  token: string;
}

async function logIn(memberId: number): Promise<Member> {
  const by = { memberId, rememberMe: true, userAgent: '', remoteIp: '203.0.113.9', now };
  return { memberId, ...(await openSession({ db }, by)) };
}
const holder = async (email: string, tickets = 1): Promise<Member> => {
  const memberId = await insertMember(db, email);
  if (tickets > 0) await giveTicketTo(db, event.id, memberId, tickets);
  return logIn(memberId);
};

interface Reply {
  status: number;
  code: number | string;
  // Tests inspect the raw answer of a call.
  // oxlint-disable-next-line no-explicit-any
  response: any;
  cache: unknown;
}
async function ask(as: Member | null, method: 'GET' | 'POST' | 'DELETE', path = '', body?: object): Promise<Reply> {
  const reply = await app.inject({
    method,
    url: `/api/live-event/${path.startsWith('ticket') ? '' : event.id}${path}`,
    headers: as ? { cookie: `__Host-session=${as.token}` } : {},
    ...(body ? { payload: body } : {}),
  });
  const { response_code: code, response } = reply.json<{ response_code: number | string; response: unknown }>();
  return { status: reply.statusCode, code, response, cache: reply.headers['cache-control'] };
}
const play = (as: Member | null, key = 'device-1', more = '') => ask(as, 'GET', `/playback?device_key=${key}${more}`);
const run = (command: EventCommand) =>
  db.transaction((tx) => runEvent(tx, { who: 'op', why: 'the evening' }, event.id, command, now));
const actorOf = ({ memberId, sessionId }: Member) => memberActor(memberId, { sessionId });

it('tells a guest nothing of its own, and everybody the same of the event, for two seconds', async () => {
  expect(await ask(null, 'GET')).toMatchObject({ status: 401, code: 10004 });
  const strip = await ask(null, 'GET', '/strip');
  expect(strip).toMatchObject({ status: 200, cache: 'public, max-age=2, s-maxage=2' });
  expect(strip.response).toMatchObject({ state: 'before', tickets_left: 50, messages: [], sale: 'on' });
  const mine = await holder('me@member.example', 2);
  const own = await ask(mine, 'GET');
  expect(own.cache).toBe('no-store');
  expect(own.response).toMatchObject({
    id: event.id,
    requires: 'ticket',
    source: `/api/live-event/${event.id}/playback`,
    tickets: [{ may_give: true }, { may_give: true }],
    has_reminder: false,
  });
});

it('plays nothing to a guest, to who has no ticket, before the doors, or without coming first', async () => {
  const [mine, other] = [await holder('me@member.example'), await holder('other@member.example', 0)];
  expect(await play(mine)).toMatchObject({ status: 403, code: '121001' });
  now = inMinutes(5);
  expect(await play(null)).toMatchObject({ status: 401 });
  expect(await play(other)).toMatchObject({ status: 403, code: '121001' });
  expect(await ask(other, 'POST', '/place')).toMatchObject({ status: 403 });
  expect(await play(mine)).toMatchObject({ status: 409, response: { detail: { place: null } } });
  expect(await ask(mine, 'POST', '/place')).toMatchObject({ status: 200, response: { is_turn: true, ahead: 0 } });
  expect(await play(mine)).toMatchObject({ status: 200 });
});

it('signs what may be watched for one session, from the beginning, for as long as it grows', async () => {
  const mine = await holder('me@member.example');
  now = inMinutes(20);
  await ask(mine, 'POST', '/place');
  const { response } = await play(mine);
  expect(response).toMatchObject({
    stream_id: event.streamId,
    start_ts: inMinutes(0).getTime() / 1000,
    is_over: false,
    qualities: [21, 24, 25],
    lease: { epoch: 1, renew_s: 10 },
    chapters: [{ title: '樓上 Band 房' }, { title: '下課鐘' }],
  });
  const [, , token = ''] = String(response.items[0].path).split('/');
  expect(response.items.map(({ path }: { path: string }) => path.split('/')[4])).toEqual(['v21', 'v24', 'v25']);
  const grant = readGrant(services.keys(), token, now.getTime());
  expect(grant).toMatchObject({ streamId: event.streamId, open: true, remoteSerial: null, leaseId: response.lease.id });
  expect(grant?.sessionHash?.equals(sessionHashOf(mine.token))).toBe(true);
});

it('lets one device a ticket watch, and another take over its device slot', async () => {
  const mine = await holder('me@member.example');
  now = inMinutes(20);
  await ask(mine, 'POST', '/place');
  expect(await play(mine, 'television')).toMatchObject({ status: 200 });
  const there = await logIn(mine.memberId);
  const refused = await play(there, 'telephone');
  expect(refused).toMatchObject({ status: 409, code: '121003' });
  const [{ lease_id: lease, epoch }] = refused.response.detail.playing;
  expect(await play(there, 'telephone', `&take_over_lease=${lease}&take_over_epoch=${epoch}`)).toMatchObject({
    status: 200,
  });
  await giveTicketTo(db, event.id, mine.memberId);
  expect(await play(mine, 'television')).toMatchObject({ status: 200 });
});

it('lets hundreds in who come at once: nobody without a ticket, nobody with one left out', async () => {
  const members: Member[] = [];
  for (let i = 0; i < 120; i++) members.push(await holder(`guest-${i}@member.example`, i % 3 === 0 ? 0 : 1));
  now = inMinutes(1);
  const came = await Promise.all(members.map((member) => ask(member, 'POST', '/place')));
  expect(came.filter(({ status }) => status === 200)).toHaveLength(80);
  expect(came.filter(({ status }) => status === 403)).toHaveLength(40);
  now = inMinutes(2);
  const played = await Promise.all(members.map((member) => play(member)));
  expect(played.map(({ status }) => status)).toEqual(members.map((_, i) => (i % 3 === 0 ? 403 : 200)));
});

it('tells all who watch what its operator does, and writes down who did', async () => {
  now = inMinutes(20);
  const stripNow = async () => (await ask(null, 'GET', '/strip')).response;
  await run({ do: 'message', words: '下一隊五分鐘後開始' });
  await run({ do: 'set', position: 2 });
  expect(await stripNow()).toMatchObject({
    state: 'live',
    messages: [{ words: '下一隊五分鐘後開始' }],
    set_list: [{ is_on: false }, { is_on: true, started_ts: now.getTime() / 1000 }],
  });
  now = inMinutes(21);
  // A second press, such as of another operator, does not move the chapter; another time that is given does.
  expect(await errorNameOf(run({ do: 'set', position: 2 }))).toBe('conflict');
  expect((await stripNow()).set_list[1]).toMatchObject({ started_ts: inMinutes(20).getTime() / 1000 });
  await run({ do: 'set', position: 2, at: inMinutes(19) });
  expect((await stripNow()).set_list[1]).toMatchObject({ started_ts: inMinutes(19).getTime() / 1000 });
  await run({ do: 'hold', words: '台上執緊機', expectedAt: inMinutes(25) });
  const held = await stripNow();
  expect(held).toMatchObject({ state: 'hold', expected_ts: inMinutes(25).getTime() / 1000 });
  expect(held.messages).toMatchObject([{ words: '下一隊五分鐘後開始' }, { words: '台上執緊機' }]);
  // The reason of a hold disappears with the hold.
  await run({ do: 'live' });
  expect((await stripNow()).messages).toMatchObject([{ words: '下一隊五分鐘後開始' }]);
  await run({ do: 'withdraw', messageId: held.messages[0].id });
  expect((await stripNow()).messages).toEqual([]);
  await run({ do: 'message', words: '最後一首' });
  now = inMinutes(22);
  await run({ do: 'end' });
  expect(await stripNow()).toMatchObject({ state: 'ended', end_ts: now.getTime() / 1000, messages: [] });
  await run({ do: 'message', words: '多謝大家' });
  expect((await stripNow()).messages).toMatchObject([{ words: '多謝大家' }]);

  const audit = await wholeAudit(db);
  const done = ['message', 'set', 'set', 'hold', 'live', 'withdraw', 'message', 'end', 'message'];
  expect(audit.map(({ who, action }) => `${who} ${action}`)).toEqual(done.map((action) => `op events.${action}`));
});

it('refuses what cannot follow, and what nobody answers for', async () => {
  expect(await errorNameOf(run({ do: 'end' }))).toBe('conflict');
  expect(await errorNameOf(run({ do: 'set', position: 1 }))).toBe('conflict');
  expect(await errorNameOf(run({ do: 'message', words: '  ' }))).toBe('invalidParam');
  await run({ do: 'live' });
  expect(await errorNameOf(run({ do: 'open' }))).toBe('conflict');
  expect(await errorNameOf(run({ do: 'set', position: 9 }))).toBe('dataNotFound');
  const unsigned = db.transaction((tx) => runEvent(tx, { who: ' ', why: 'x' }, event.id, { do: 'end' }, now));
  expect(await errorNameOf(unsigned)).toBe('invalidParam');
});

it('goes on as its replay for as long as rights last, without a waiting room', async () => {
  const mine = await holder('me@member.example');
  now = inMinutes(140);
  await run({ do: 'end' });
  const [keep] = await db.select().from(mediaKeeps);
  expect(keep).toMatchObject({ streamId: event.streamId, startsAt: inMinutes(-30), why: `event/${event.id}` });
  expect(keep?.keptUntil).toEqual(inMinutes(3 * 24 * 60));

  const span = { streamId: event.streamId };
  // A viewer who lags behind sees the end.
  expect(await eventNow({ db }, actorOf(mine), span, inMinutes(140))).toMatchObject({ isOpen: false });
  now = inMinutes(141);
  const { status, response } = await play(mine);
  expect(status).toBe(200);
  expect(response).toMatchObject({
    state: 'replay',
    is_over: true,
    end_ts: inMinutes(140).getTime() / 1000,
    window: { endsAt: inMinutes(3 * 24 * 60).getTime() / 1000 },
  });
  expect(await eventNow({ db }, actorOf(mine), span, now)).toMatchObject({ until: inMinutes(3 * 24 * 60) });
  now = inMinutes(3 * 24 * 60);
  expect(await play(mine)).toMatchObject({ status: 403, code: '121001' });
  expect(await eventNow({ db }, actorOf(mine), span, now)).toBeNull();
});

it('reminds who asked for it, once, an hour before, and not who changed their mind', async () => {
  now = inMinutes(-24 * 60);
  const [mine, other] = [await holder('me@member.example'), await holder('other@member.example', 0)];
  await ask(mine, 'POST', '/reminder');
  await ask(mine, 'POST', '/reminder');
  await ask(other, 'POST', '/reminder');
  await ask(other, 'DELETE', '/reminder');
  expect((await ask(mine, 'GET')).response).toMatchObject({ has_reminder: true });
  await sendReminders(services, inMinutes(-61));
  expect(await db.select().from(mails)).toEqual([]);
  await sendReminders(services, inMinutes(-60));
  await sendReminders(services, inMinutes(-59));
  const sent = await db.select({ recipient: mails.recipient, template: mails.template }).from(mails);
  expect(sent).toEqual([{ recipient: 'me@member.example', template: 'event-reminder' }]);
  expect(await db.select().from(eventReminders)).toMatchObject([{ sentAt: inMinutes(-60) }]);
  now = inMinutes(5);
  expect(await ask(other, 'POST', '/reminder')).toMatchObject({ status: 409 });
});

it('gives a ticket by its call, and nobody another’s', async () => {
  const mine = await holder('me@member.example');
  const friendId = await insertMember(db, 'friend@member.example', { emailVerifiedAt: now });
  const other = await holder('other@member.example', 0);
  const [{ ticket_id: ticketId }] = (await ask(mine, 'GET')).response.tickets;
  const give = (as: Member | null) => ask(as, 'POST', `ticket/${ticketId}/give`, { email: 'friend@member.example' });
  expect(await give(null)).toMatchObject({ status: 401 });
  expect(await give(other)).toMatchObject({ status: 404, code: 6 });
  // A stolen session cannot give tickets away.
  now = new Date(now.getTime() + 15 * 60_000);
  expect(await give(mine)).toMatchObject({ status: 400, code: 10011, response: { detail: { needs: 'log-in' } } });
  now = new Date(now.getTime() - 15 * 60_000);
  expect(await give(mine)).toMatchObject({ status: 200 });
  const friend = await logIn(friendId);
  expect((await ask(friend, 'GET')).response.tickets).toMatchObject([
    { was_given: true, may_give: false, order_id: null },
  ]);
});
