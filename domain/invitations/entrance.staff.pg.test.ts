import { hash, randomUUID } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { doorScans, invitationCodes, invitations } from '#db/tables/invitations.ts';
import { auditOf } from '#domain/audit/audit.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { admittedOf, MAX_SCANS } from './entrance.rules.ts';
import type { SentScan } from './entrance.schema.ts';
import { invitationActions } from './invitations.actions.ts';
import { INVITATIONS_PERSONAL } from './invitations.personal.ts';
import { makeEvent } from './invitations.ts';

let desk: OpenDesk;
let cookie: string;
let eventId: number;
beforeAll(async () => {
  desk = await openTestDesk({ actions: invitationActions({ siteUrl: 'https://radio.example' }) });
});
beforeEach(async () => {
  ({ cookie } = await desk.enter('producer'));
  eventId = await desk.db.transaction((tx) =>
    makeEvent(tx, {
      title: '首播夜',
      lead: '有爆谷',
      venue: '一號錄音室',
      doorsAt: inHours(-1),
      startsAt: inHours(0.5),
      endsAt: inHours(3),
      replyBy: inHours(-24),
      seats: 1_000,
    }),
  );
});
afterAll(() => desk.close());

const inHours = (hours: number) => new Date(desk.clock.now.getTime() + hours * 3_600_000);
const codeHashOf = (code: string) => hash('sha256', code, 'buffer');

/** People who come, each with two mailed codes. */
async function comers(total: number, seats = 1): Promise<number[]> {
  const rows = await desk.db
    .insert(invitations)
    .values(
      Array.from({ length: total }, (_, n) => {
        const email = `guest${n}@${eventId}.example`;
        return { eventId, givenName: `客${n}`, email, emailKey: email, maxSeats: 2, state: 'yes' as const, seats };
      }),
    )
    .returning({ id: invitations.id });
  await desk.db
    .insert(invitationCodes)
    .values(
      rows.flatMap(({ id }) => ['a', 'b'].map((mail) => ({ invitationId: id, codeHash: codeHashOf(`${id}${mail}`) }))),
    );
  return rows.map(({ id }) => id);
}

const scanOf = (invitation: number, door: string, over: Partial<SentScan> = {}): SentScan => ({
  id: randomUUID(),
  invitation_id: invitation,
  door,
  seats: 1,
  at_ts: desk.clock.now.getTime() / 1000 - 60,
  ...over,
});
type Answer = { id: string; outcome: string; others?: { door: string; at_ts: number }[] };
const send = async (scans: SentScan[], of = eventId): Promise<Answer[]> => {
  const reply = await desk.act('invitations.scan', { event_id: of, scans }, { cookie, reason: '' });
  expect(reply.status).toBe(200);
  return (reply.response as unknown as { result: { answers: Answer[] } }).result.answers;
};
interface Listed {
  invitation_id: number;
  seats: number;
  code_hashes: string[];
  scans: { id: string; door: string; seats: number; at_ts: number }[];
}
const list = async (): Promise<Listed[]> =>
  ((await desk.call(`/api/staff/guest-events/${eventId}/door`, { cookie })).response as unknown as { items: Listed[] })
    .items;
const doubles = async () =>
  (
    (await desk.call(`/api/staff/guest-events/${eventId}`, { cookie })).response as unknown as {
      doubles: { invitation_id: number; scans: { door: string; at_ts: number }[] }[];
    }
  ).doubles;

/** The same order each time, so that a failure can be repeated. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  return items
    .map((item) => [next(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
}

it('counts 300 scans of two offline telephones once each, sent twice and interleaved, and tells both of 20 doubles', async () => {
  const people = await comers(280);
  // The first twenty come in at both doors, with the mails that two of them share.
  const east = people
    .slice(0, 150)
    .map((id, n) => scanOf(id, '東門', { at_ts: inHours(0).getTime() / 1000 - 600 + n }));
  const west = [...people.slice(0, 20), ...people.slice(150)].map((id, n) =>
    scanOf(id, '西門', { at_ts: inHours(0).getTime() / 1000 - 300 + n }),
  );
  expect(east.length + west.length).toBe(300);
  const used = people.slice(0, 20);

  const batches = shuffled(
    [east, west].flatMap((phone, p) => {
      const twice = shuffled([...phone, ...phone], 7 + p);
      return Array.from({ length: Math.ceil(twice.length / 37) }, (_, n) => twice.slice(n * 37, (n + 1) * 37));
    }),
    3,
  );
  for (let at = 0; at < batches.length; at += 2)
    await Promise.all(batches.slice(at, at + 2).map((batch) => send(batch)));

  const [{ rows } = { rows: 0 }] = await desk.db
    .select({ rows: count() })
    .from(doorScans)
    .innerJoin(invitations, eq(invitations.id, doorScans.invitationId))
    .where(eq(invitations.eventId, eventId));
  expect(rows).toBe(300);
  const overfull = (await list()).filter(({ scans, seats }) => admittedOf(scans) > seats);
  expect(overfull.map(({ invitation_id: id }) => id).toSorted((a, b) => a - b)).toEqual(used);
  for (const { scans } of overfull) expect(scans.map(({ door }) => door)).toEqual(['東門', '西門']);

  // The reply to each phone says when and by which other phone the guest was let in.
  for (const [phone, other] of [
    [east, west],
    [west, east],
  ] as const) {
    const told = (await send([...phone])).filter(({ outcome }) => outcome === 'double');
    const expected = phone.filter(({ invitation_id: id }) => used.includes(id));
    expect(told.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    for (const [n, { others }] of told.entries()) {
      const theirs = other.find(({ invitation_id: id }) => id === expected[n]!.invitation_id)!;
      expect(others).toMatchObject([{ id: theirs.id, door: theirs.door, at_ts: theirs.at_ts }]);
    }
  }
  const shown = await doubles();
  expect(shown.map(({ invitation_id: id }) => id)).toEqual(used);
  expect(shown[0]!.scans.map(({ door }) => door)).toEqual(['東門', '西門']);
});

it('answers what it does not know without refusing the rest, and records one line a sending', async () => {
  const [known] = await comers(1);
  const elsewhere = known!;
  const here = eventId;
  const answers = await send([
    scanOf(999_999, '東門'),
    scanOf(known!, '東門'),
    scanOf(known!, '東門', { seats: undefined, corrects: randomUUID() }),
  ]);
  expect(answers.map(({ outcome }) => outcome)).toEqual(['unknown', 'taken', 'unknown']);
  expect((await auditOf(desk.db, ['guest-event', here])).map(({ action, after }) => ({ action, after }))).toEqual([
    { action: 'invitations.scan', after: { scans: 1, arrived: 1 } },
  ]);
  const other = await desk.db.transaction((tx) =>
    makeEvent(tx, {
      title: '另一晚',
      lead: '',
      venue: '二號錄音室',
      doorsAt: inHours(1),
      startsAt: inHours(2),
      endsAt: inHours(3),
      replyBy: inHours(1),
      seats: 10,
    }),
  );
  expect(await send([scanOf(elsewhere, '東門')], other)).toMatchObject([{ outcome: 'unknown' }]);
  const act = (scans: SentScan[]) =>
    desk.act('invitations.scan', { event_id: here, scans }, { cookie, reason: '' }).then(({ status }) => status);
  expect(await act(Array.from({ length: MAX_SCANS + 1 }, () => scanOf(known!, '東門')))).toBe(400);
  expect(await act([scanOf(known!, '東門', { corrects: randomUUID() })])).toBe(400);
  expect(await act([scanOf(known!, ' ')])).toBe(400);
  const finance = await desk.enter('finance');
  const refused = await desk.act(
    'invitations.scan',
    { event_id: here, scans: [scanOf(known!, '東門')] },
    { cookie: finance.cookie, reason: '' },
  );
  expect(refused.status).toBe(403);
});

it('takes a scan back once, whichever doors correct it, after which the ticket is good again', async () => {
  const [id] = await comers(1, 2);
  const first = scanOf(id!, '東門', { seats: 2 });
  const undo = (door: string) => scanOf(id!, door, { seats: undefined, corrects: first.id });
  const [east, west] = [undo('東門'), undo('西門')];
  expect(await send([first, east])).toMatchObject([{ outcome: 'taken' }, { outcome: 'taken' }]);
  expect(await send([west, east])).toMatchObject([{ outcome: 'taken' }, { outcome: 'taken' }]);
  const [row] = await list();
  expect(admittedOf(row!.scans)).toBe(0);
  // A correction is not corrected.
  expect(await send([scanOf(id!, '東門', { seats: undefined, corrects: east.id })])).toMatchObject([
    { outcome: 'unknown' },
  ]);
  expect(await send([scanOf(id!, '西門', { seats: 2 })])).toMatchObject([{ outcome: 'taken' }]);
  expect(await doubles()).toEqual([]);
});

it('takes the time of receipt where the clock of a phone cannot be right', async () => {
  const [id] = await comers(1);
  const now = desk.clock.now.getTime() / 1000;
  await send([0, -1e300, 1e300, now + 3_600, now - 30 * 86_400].map((at) => scanOf(id!, '東門', { at_ts: at })));
  const [row] = await list();
  expect(new Set(row!.scans.map(({ at_ts: at }) => at))).toEqual(new Set([now]));
});

it('gives the doors hashes of every ticket of who comes, and never a code', async () => {
  const [yes, no] = await comers(2);
  await desk.db.update(invitations).set({ state: 'no', seats: 0 }).where(eq(invitations.id, no!));
  const reply = await desk.call(`/api/staff/guest-events/${eventId}/door`, { cookie });
  const { items } = reply.response as unknown as { items: Listed[] };
  expect(items.map(({ invitation_id: id }) => id)).toEqual([yes]);
  const hashes = ['a', 'b'].map((mail) => codeHashOf(`${yes}${mail}`).toString('base64url'));
  expect(items[0]!.code_hashes.toSorted()).toEqual(hashes.toSorted());
});

it('forgets with an invitation that is erased what the doors saw of it, and its phones are told', async () => {
  const [id] = await comers(1);
  const scan = scanOf(id!, '東門');
  await send([scan, scanOf(id!, '西門', { seats: undefined, corrects: scan.id })]);
  expect(INVITATIONS_PERSONAL.invitations.erase).toBe('delete');
  await desk.db.delete(invitations).where(eq(invitations.id, id!));
  expect(await desk.db.select().from(doorScans).where(eq(doorScans.invitationId, id!))).toEqual([]);
  expect(await send([scan])).toMatchObject([{ outcome: 'unknown' }]);
});
