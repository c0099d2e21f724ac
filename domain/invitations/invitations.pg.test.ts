import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { invitationCodes, invitations } from '#db/tables/invitations.ts';
import { mails } from '#db/tables/mail.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import {
  answerInvitation,
  cancelEvent,
  invite,
  makeEvent,
  moveOffers,
  readInvitation,
  type InvitationServices,
} from './invitations.ts';

// Seats, the waiting list, and codes that are not answered by opening them.

const HOUR_MS = 3_600_000;
const START = new Date('2026-11-22T12:00:00+08:00');
let database: TestDatabase;
let services: InvitationServices;
let now = START;
let made = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  services = { db: database.db, siteUrl: 'https://radio.example' };
});
afterAll(() => database.close());
beforeEach(() => {
  now = START;
});

const inHours = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);
/** Creates an event with seats, and invitation codes of two seats each. */
async function party(seats: number, people: number, over: object = {}): Promise<{ eventId: number; codes: string[] }> {
  return database.db.transaction(async (tx) => {
    const eventId = await makeEvent(tx, {
      title: '首播夜',
      lead: '有爆谷',
      venue: '一號錄音室',
      doorsAt: inHours(100),
      startsAt: inHours(101),
      endsAt: inHours(104),
      replyBy: inHours(80),
      seats,
      ...over,
    });
    const codes: string[] = [];
    for (let n = 0; n < people; n++) {
      const code = `code-of-tests-${String(++made).padStart(8, '0')}`;
      await invite(tx, services, { eventId, givenName: '阿怡', email: `p${made}@member.example`, maxSeats: 2, code });
      codes.push(code);
    }
    return { eventId, codes };
  });
}
const visitor = (remoteIp = '203.0.113.7') => ({ remoteIp, now });
const say = (code: string, answer: 'yes' | 'no', seats = 1, remoteIp?: string) =>
  answerInvitation(
    services,
    code,
    { answer, seats: String(seats), guests: '', food: '', help: 'none' },
    visitor(remoteIp),
  );
const read = (code: string, remoteIp?: string) => readInvitation(services, code, visitor(remoteIp));

it('gives the last seat to one of twenty who say yes at once, and a position in line to each other', async () => {
  const { codes } = await party(1, 20);
  const said = await Promise.all(codes.map((code, i) => say(code, 'yes', 1, `198.51.100.${i}`)));
  expect(said.filter(({ state }) => state === 'yes')).toHaveLength(1);
  const states = await Promise.all(codes.map((code) => read(code)));
  const positions = states.flatMap(({ position }) => position ?? []);
  expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 19 }, (_, i) => i + 1));
});

it('says at its field what of seats and names does not fit together', async () => {
  const { codes } = await party(10, 1);
  const answer = (seats: number, guests: string) =>
    answerInvitation(services, codes[0]!, { answer: 'yes', seats: String(seats), guests, help: 'none' }, visitor());
  const at = (field: string) => ({ errorName: 'invalidParam', detail: { faults: [{ field }] } });
  await expect(answer(1, '家明')).rejects.toMatchObject(at('seats'));
  await expect(answer(2, '家明\n阿樂')).rejects.toMatchObject(at('guests'));
  await expect(answer(3, '')).rejects.toMatchObject(at('seats'));
  expect(await answer(2, '家明')).toMatchObject({ state: 'yes', seats: 2, guests: ['家明'] });
});

it('answers nothing by being opened, however often', async () => {
  const { codes } = await party(1, 1);
  for (let n = 0; n < 5; n++) expect((await read(codes[0]!)).state).toBe('open');
});

it('moves the waiting list to the next who fits, for a term, and on where it ends', async () => {
  const { codes } = await party(2, 4, { acceptHours: 2 });
  const [a = '', b = '', c = '', d = ''] = codes;
  await say(a, 'yes', 2);
  now = inHours(1);
  await say(b, 'yes', 2);
  now = inHours(2);
  await say(c, 'yes', 1);
  expect((await read(c)).position).toBe(2);
  now = inHours(3);
  // One seat is free: the invitee who wants two keeps the first position, and the one who wants one gets the offer.
  await say(a, 'yes', 1);
  expect(await read(b)).toMatchObject({ state: 'waiting', position: 1 });
  expect(await read(c)).toMatchObject({ state: 'offered', offerEndsAt: inHours(5) });
  // A later invitee does not get it meanwhile.
  expect(await say(d, 'yes', 1)).toMatchObject({ state: 'waiting', position: 2 });
  now = inHours(5);
  await moveOffers(services, now);
  expect((await read(c)).state).toBe('lapsed');
  expect((await read(d)).state).toBe('offered');
  expect(await say(d, 'yes', 1)).toMatchObject({ state: 'yes', seats: 1 });
  const offered = await database.db.select().from(mails).where(eq(mails.template, 'invitation-offer'));
  // Each mail has its own code for the same invitation.
  const code = /\/campaign\/reply\/([\w-]{22})/.exec(offered.at(-1)?.textBody ?? '')?.[1] ?? '';
  expect(await read(code)).toMatchObject({ state: 'yes', seats: 1 });
});

it('lets an answer be changed until its day, never to more seats than there are', async () => {
  const { codes } = await party(2, 2);
  const [a = '', b = ''] = codes;
  await say(a, 'yes', 1);
  await say(b, 'yes', 1);
  await expect(say(a, 'yes', 2)).rejects.toMatchObject({ errorName: 'quotaFull' });
  expect(await read(a)).toMatchObject({ state: 'yes', seats: 1 });
  await say(b, 'no');
  expect(await say(a, 'yes', 2)).toMatchObject({ state: 'yes', seats: 2 });
  await expect(say(a, 'yes', 3)).rejects.toMatchObject({ errorName: 'invalidParam' });
  now = inHours(80);
  await expect(say(a, 'no')).rejects.toMatchObject({ detail: { fault: 'over' } });
});

it('takes an offer after the last day of answers, as it was made', async () => {
  const { codes } = await party(1, 2, { acceptHours: 48 });
  const [a = '', b = ''] = codes;
  await say(a, 'yes');
  await say(b, 'yes');
  now = inHours(79);
  await say(a, 'no');
  now = inHours(85);
  expect(await say(b, 'yes')).toMatchObject({ state: 'yes' });
});

it('keeps hashes of codes, and counts by address who tries others', async () => {
  const { codes } = await party(1, 1);
  const rows = await database.db.select().from(invitationCodes);
  expect(rows.every(({ codeHash }) => codeHash.length === 32)).toBe(true);
  expect(JSON.stringify(rows)).not.toContain(codes[0]);
  const tries = Array.from({ length: 31 }, (_, n) => n);
  const names: string[] = [];
  for (const n of tries)
    await read(`nobody-has-this-${String(n).padStart(6, '0')}`, '192.0.2.9').catch((error: { errorName: string }) => {
      names.push(error.errorName);
    });
  expect(names.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'dataNotFound'));
  expect(names[30]).toBe('tooManyRequests');
  // A valid code is not blocked by others' failures from the same address.
  expect((await read(codes[0]!, '192.0.2.9')).state).toBe('open');
});

it('tells everybody but who said no that an event is cancelled, and takes no answer after it', async () => {
  const { eventId, codes } = await party(5, 3);
  const [a = '', b = ''] = codes;
  await say(a, 'yes');
  await say(b, 'no');
  const told = await database.db.transaction((tx) => cancelEvent(tx, services, { eventId, why: '八號風球' }, now));
  expect(told).toBe(2);
  await expect(say(a, 'yes')).rejects.toMatchObject({ detail: { fault: 'cancelled' } });
  expect((await read(a)).phase).toBe('cancelled');
});

it('frees the seats of an invitation that is erased', async () => {
  const { codes } = await party(1, 2);
  const [a = '', b = ''] = codes;
  await say(a, 'yes');
  await say(b, 'yes');
  await database.db.delete(invitations).where(eq(invitations.id, (await read(a)).id));
  await moveOffers(services, now);
  expect(await read(b)).toMatchObject({ state: 'offered' });
});
