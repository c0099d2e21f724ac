import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mediaStreams } from '#db/tables/media.ts';
import { FIRST_STREAM } from '#domain/media/streams.rules.ts';
import { emptyPlayback, insertListener, insertStreams, type Listener } from '#tests/factories/playback/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { renewLease, startLease, type Lease, type SharedSlots } from './leases.ts';

// The devices of those who play by one plan are counted together, besides the limit of each member.

const START = new Date('2026-11-21T12:00:00+08:00');
const span = {
  streamId: 881,
  startsAt: new Date('2026-11-21T08:00:00+08:00'),
  endsAt: new Date('2026-11-21T10:00:00+08:00'),
};
const FILM = FIRST_STREAM.film + 1;

let database: TestDatabase;
let seconds = 0;
let people: Listener[] = [];
let shared: SharedSlots;
const now = () => new Date(START.getTime() + seconds * 1000);
beforeAll(async () => {
  database = await createTestDatabase();
  await insertStreams(database.db);
  await database.db.insert(mediaStreams).values({ id: FILM, kind: 'film', name: 'a film' });
});
afterAll(() => database.close());
beforeEach(async () => {
  seconds = 0;
  await emptyPlayback(database.db);
  people = [];
  for (const name of ['payer', 'child', 'aunt'])
    people.push(await insertListener(database.db, `${name}@member.example`, START));
  const names = ['阿爸', '阿女', '阿姨'];
  shared = {
    ownerId: people[0]!.memberId,
    people: new Map(people.map(({ memberId }, i) => [memberId, names[i]!])),
    maxDevices: 3,
  };
});

const start = async (
  who: number,
  key: string,
  over: Partial<Parameters<typeof startLease>[1]> = {},
): Promise<Lease> => {
  const device = { key, name: `the ${key}` };
  const given = { ...people[who]!, ...span, device, maxDevices: 2, shared, now: now(), ...over };
  return (await startLease(database.db, given)).lease;
};
const renew = ({ id: leaseId, epoch, memberId, sessionId }: Lease) =>
  renewLease(database.db, {
    memberId,
    sessionId,
    leaseId,
    epoch,
    isPaused: false,
    maxDevices: 2,
    sharedOf: async () => shared,
    now: now(),
  });

it('refuses a device beyond those of the family, and tells who plays on what, not what', async () => {
  await start(0, 'phone');
  await start(0, 'radio');
  seconds += 1;
  await start(1, 'tablet');
  const refusal = await start(2, 'laptop').catch((error: unknown) => error);
  expect(refusal).toMatchObject({ errorName: 'tooManyDevices', detail: { playing: [] } });
  const { family } = (refusal as { detail: { family: Record<string, unknown>[] } }).detail;
  expect(family.map(({ name, device_name }) => `${String(name)} ${String(device_name)}`).toSorted()).toEqual([
    '阿女 the tablet',
    '阿爸 the phone',
    '阿爸 the radio',
  ]);
  expect(new Set(family.flatMap((device) => Object.keys(device)))).toEqual(
    new Set(['name', 'device_name', 'started_ts']),
  );
});

it('keeps the limit of each member, who may take over their own device and nobody else’s', async () => {
  const own = await start(0, 'phone');
  await start(0, 'radio');
  await expect(start(0, 'laptop')).rejects.toMatchObject({ errorName: 'tooManyDevices' });
  const theirs = await start(1, 'tablet');
  await expect(start(2, 'laptop', { takeOver: { leaseId: theirs.id, epoch: theirs.epoch } })).rejects.toMatchObject({
    errorName: 'tooManyDevices',
  });
  await start(0, 'laptop', { takeOver: { leaseId: own.id, epoch: own.epoch } });
});

it('gives the last slot to one of two devices that ask at once', async () => {
  await start(0, 'phone');
  await start(0, 'radio');
  const asked = await Promise.allSettled([start(1, 'tablet'), start(2, 'laptop')]);
  expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

it('does not let a lapsed device return to a slot that others of the family have taken', async () => {
  const lapsed = await start(1, 'tablet');
  seconds += 61;
  await start(0, 'phone');
  await start(0, 'radio');
  await start(2, 'laptop');
  await expect(renew(lapsed)).rejects.toMatchObject({ errorName: 'tooManyDevices' });
  seconds += 61;
  await renew(lapsed);
});

it('counts none of what members buy themselves, and nobody outside the family', async () => {
  const film = { streamId: FILM, startsAt: span.startsAt, endsAt: span.endsAt };
  await start(0, 'phone');
  await start(0, 'television', { ...film, shared: null });
  await start(1, 'tablet');
  await start(2, 'laptop');
  await expect(start(1, 'radio')).rejects.toMatchObject({ errorName: 'tooManyDevices' });
  await start(1, 'radio', { ...film, shared: null });
});
