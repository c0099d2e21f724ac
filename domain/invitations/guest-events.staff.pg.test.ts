import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { invitations } from '#db/tables/invitations.ts';
import { mails } from '#db/tables/mail.ts';
import { auditOf } from '#domain/audit/audit.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import type { GuestEventFields, Invitee } from './guest-events.schema.ts';
import { invitationActions } from './invitations.actions.ts';
import { SENT_ALONE } from './invitations.rules.ts';

let desk: OpenDesk;
let cookie: string;
beforeAll(async () => {
  desk = await openTestDesk({ actions: invitationActions({ siteUrl: 'https://radio.example' }) });
});
beforeEach(async () => {
  ({ cookie } = await desk.enter('producer'));
  await desk.db.delete(mails);
  await desk.db.delete(invitations);
});
afterAll(() => desk.close());

const inHours = (hours: number) => desk.clock.now.getTime() / 1000 + hours * 3_600;
const fieldsOf = (over: Partial<GuestEventFields> = {}): GuestEventFields => ({
  title: '首播夜',
  lead: '有爆谷',
  venue: '一號錄音室',
  doorsTs: inHours(100),
  startsTs: inHours(101),
  endsTs: inHours(104),
  replyByTs: inHours(80),
  seats: 2,
  acceptHours: 24,
  ...over,
});
const act = (name: string, input: object, who = cookie) =>
  desk.act(`invitations.${name}`, input, { cookie: who, reason: '' });
const resultOf = <T>(reply: { response: object }) => (reply.response as { result: T }).result;
const add = async (over: Partial<GuestEventFields> = {}) =>
  resultOf<{ event_id: number }>(await act('add-event', { fields: fieldsOf(over) })).event_id;
const person = (n: number, seats = 2): Invitee => ({ given_name: `客${n}`, email: `guest${n}@guest.example`, seats });
const people = (count: number) => Array.from({ length: count }, (_, n) => person(n));
const open = async (id: number, query = '') =>
  (await desk.call(`/api/staff/guest-events/${id}?${query}`, { cookie })).response as unknown as {
    fields: GuestEventFields;
    revision: string;
    items: { invitation_id: number; state: string }[];
    waiting: { given_name: string }[];
  };
/** Answers as the invitee would, without the seats that others have. */
const answer = (email: string, set: Partial<typeof invitations.$inferInsert>) =>
  desk.db.update(invitations).set(set).where(eq(invitations.email, email));
const recipients = async () =>
  (await desk.db.select({ to: mails.recipient, template: mails.template }).from(mails)).map(
    ({ to, template }) => `${template} ${to}`,
  );

it('adds an event whose times are in order, and none in the past', async () => {
  const faults = async (over: Partial<GuestEventFields>) => {
    const reply = await act('add-event', { fields: fieldsOf(over) });
    expect(reply.status).toBe(400);
    return Object.keys((reply.response as { detail: { fieldErrors: object } }).detail.fieldErrors);
  };
  expect(await faults({ doorsTs: inHours(102), endsTs: inHours(101), replyByTs: inHours(102) })).toEqual([
    'doorsTs',
    'endsTs',
    'replyByTs',
  ]);
  expect(await faults({ doorsTs: inHours(-3), startsTs: inHours(-2), replyByTs: inHours(-4) })).toEqual(['startsTs']);
  const id = await add();
  expect((await open(id)).fields).toEqual(fieldsOf());
});

it('invites the people of a file by mail, each address once, also if it comes again with others', async () => {
  const id = await add();
  const list = [person(1), person(2), { ...person(3), email: 'GUEST1@guest.example' }];
  expect(resultOf(await act('import', { event_id: id, people: list }))).toEqual({
    invited: 2,
    known: ['GUEST1@guest.example'],
  });
  expect((await recipients()).toSorted()).toEqual([
    'invitation guest1@guest.example',
    'invitation guest2@guest.example',
  ]);
  expect(resultOf(await act('import', { event_id: id, people: [...list, person(4)] }))).toMatchObject({ invited: 1 });
  expect((await act('import', { event_id: id, people: list })).status).toBe(409);
  expect((await open(id)).items).toHaveLength(3);
  expect((await auditOf(desk.db, ['guest-event', id])).map(({ action }) => action)).toEqual([
    'invitations.add-event',
    'invitations.import',
    'invitations.import',
  ]);
  for (const bad of [{ email: 'nobody' }, { seats: 11 }, { given_name: '' }, { given_name: 'a\nb' }])
    expect((await act('import', { event_id: id, people: [{ ...person(9), ...bad }] })).status).toBe(400);
});

it('asks a second person for more than fifty, and mails nobody before', async () => {
  const id = await add();
  const asked = await act('import', { event_id: id, people: people(SENT_ALONE + 1) });
  expect(asked.response).toMatchObject({ outcome: 'asked' });
  expect(await recipients()).toEqual([]);
  const { approval_id: approval } = asked.response as { approval_id: number };
  const second = await desk.enter('sales');
  const decided = await desk.approve(approval, second);
  expect(decided.status).toBe(200);
  expect(await recipients()).toHaveLength(SENT_ALONE + 1);
});

it('keeps where and when once people were told, gives no seat twice, and offers more seats to who waits', async () => {
  const id = await add();
  await act('import', { event_id: id, people: [person(1), person(2)] });
  await answer('guest1@guest.example', { state: 'yes', seats: 2 });
  await answer('guest2@guest.example', { state: 'waiting', seats: 1, waitingSince: desk.clock.now });
  await desk.db.delete(mails);
  const { fields, revision, waiting } = await open(id);
  expect(waiting).toMatchObject([{ given_name: '客2' }]);
  const save = (over: Partial<GuestEventFields>, base = revision) =>
    act('save-event', { event_id: id, base, fields: { ...fields, ...over } });
  expect((await save({ venue: '二號錄音室', startsTs: inHours(102) })).response).toMatchObject({
    detail: { fieldErrors: { venue: [expect.any(String)], startsTs: [expect.any(String)] } },
  });
  expect((await save({ seats: 1 })).response).toMatchObject({
    detail: { fieldErrors: { seats: [expect.any(String)] } },
  });
  expect((await save({ seats: 3, lead: '有爆谷同汽水' })).status).toBe(200);
  expect(await recipients()).toEqual(['invitation-offer guest2@guest.example']);
  expect((await open(id, 'state=offered')).items).toMatchObject([{ state: 'offered' }]);
  expect((await save({ seats: 4 })).status).toBe(409);
});

it('gives the list of the door as CSV, which is in the audit, and to nobody without the permission', async () => {
  const id = await add();
  await act('import', { event_id: id, people: [person(1), person(2)] });
  await answer('guest2@guest.example', { state: 'yes', seats: 1, food: '=1+1' });
  const url = `/api/staff/guest-events/${id}/door.csv`;
  const reply = await desk.app.inject({ url, headers: { cookie } });
  expect(reply.body.split('\r\n')).toEqual(['name,seats,guests,food,help,arrived', "客2,1,,'=1+1,none,0", '']);
  expect((await auditOf(desk.db, ['guest-event', id])).at(-1)).toMatchObject({ action: 'invitations.list' });
  const finance = await desk.enter('finance');
  for (const path of ['', '/door', '/door.csv'])
    expect((await desk.call(`/api/staff/guest-events/${id}${path}`, { cookie: finance.cookie })).status).toBe(403);
});
