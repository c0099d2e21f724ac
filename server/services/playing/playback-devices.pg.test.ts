import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { archiveSections, programArchives } from '#db/tables/archive.ts';
import { memberDevices } from '#db/tables/members.ts';
import { playbackLeases } from '#db/tables/playback.ts';
import { createPlayDoubles, insertStreams } from '#tests/factories/archive.ts';
import {
  createMemberCalls,
  minutesOn,
  type CallReply,
  type LoggedInMember,
} from '#tests/factories/accounts/member-calls.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createPlayServices } from './archive.ts';
import { readConfig } from '#server/config.ts';

// The list of devices on which a member plays content of a plan, by the calls of a player.

const LISTED = 3;
const DAY_MINUTES = 1_440;
const config = readConfig({ PLAYBACK_DEVICES: '2', PLAYBACK_DEVICE_LIST: String(LISTED) });
const doubles = createPlayDoubles();

let calls: Awaited<ReturnType<typeof createMemberCalls>>;
let me: LoggedInMember;
let other: LoggedInMember;
beforeAll(async () => {
  calls = await createMemberCalls(undefined, {
    archive: (db) => {
      const real = createPlayServices(config, {
        db,
        keys: () => {
          throw new Error('nothing is signed here');
        },
      });
      return { ...doubles.services(db), startLease: (on, asked) => real.startLease(on, asked) };
    },
  });
  const { db } = calls;
  await insertSmallStation(db);
  await insertStreams(db);
  const span = { startsAt: minutesOn(-180), endsAt: minutesOn(-60) };
  const broadcast = { id: 1, programId: 1, streamId: 881, dayHk: '2026-11-21', isOver: true };
  await db.insert(programArchives).values({ ...broadcast, ...span });
  await db.insert(archiveSections).values({ id: 11, archiveId: 1, sectionNo: 1, ...span });
});
afterAll(() => calls.close());
beforeEach(async () => {
  await calls.db.delete(playbackLeases);
  await calls.reset();
  const longAfter = minutesOn(600 * DAY_MINUTES);
  me = await calls.subscriber('me@member.example', longAfter);
  other = await calls.subscriber('other@member.example', longAfter);
});

const play = (as: LoggedInMember, device: string, name = device) =>
  calls.call(as, `programarchives/playback/11?device_key=${encodeURIComponent(device)}&device_name=${name}`);
/** The previous device stopped long ago. */
async function playLater(as: LoggedInMember, device: string, minutes: number): Promise<CallReply> {
  calls.clock.now = minutesOn(minutes);
  return play(as, device);
}
interface Listed {
  device_id: number;
  name: string;
}
const listed = async (as = me): Promise<Listed[]> =>
  ((await calls.call(as, 'userinfo/devices')).response as { devices: Listed[] }).devices;
const remove = (as: LoggedInMember, ...device_ids: number[]) =>
  calls.call(as, 'userinfo/removePaidContentUserDevice', { device_ids });
const renew = (as: LoggedInMember, { lease }: { lease: { id: string; epoch: number } }, device_key: string) =>
  calls.call(as, 'playback/lease', {
    lease_id: lease.id,
    epoch: lease.epoch,
    is_paused: false,
    device_key,
    sent_ts: calls.clock.now.getTime() / 1000,
  });

it('puts a device on the list when it first plays, and no second time', async () => {
  await play(me, 'device-1', 'Chrome');
  await playLater(me, 'device-1', 5);
  expect((await listed()).map(({ name }) => name)).toEqual(['device-1']);
  expect(await listed(other)).toEqual([]);
});

it('refuses a device that finds the list full with 121002 and who is on it, and plays on those that are', async () => {
  for (let i = 1; i <= LISTED; i++) expect((await playLater(me, `device-${i}`, i * 5)).status).toBe(200);
  const refused = await playLater(me, 'device-4', 30);
  expect(refused).toMatchObject({ status: 409, response_code: '121002' });
  expect(refused.response).toMatchObject({
    detail: { devices: [{ name: 'device-1' }, { name: 'device-2' }, { name: 'device-3' }], changeable_ts: null },
  });
  expect((await playLater(me, 'device-2', 40)).status).toBe(200);
  // Another member has a list of their own.
  expect((await playLater(other, 'device-4', 40)).status).toBe(200);
  expect(await calls.db.select().from(playbackLeases)).toHaveLength(LISTED + 1);
});

it('never grows beyond its length, however many devices come at once', async () => {
  const tries = Array.from({ length: 8 }, (_, i) => play(me, `device-${i}`));
  const codes = (await Promise.all(tries)).map((reply) => reply.response_code);
  expect(codes.filter((code) => code === 200)).toHaveLength(2);
  expect((await listed()).length).toBeLessThanOrEqual(LISTED);
});

it('does not list a device that got no device slot', async () => {
  await play(me, 'device-1');
  await play(me, 'device-2');
  expect(await play(me, 'device-3')).toMatchObject({ response_code: '121003' });
  expect((await listed()).map(({ name }) => name)).toEqual(['device-1', 'device-2']);
});

it('makes room once in 14 days, and what is taken off plays no longer', async () => {
  for (let i = 2; i <= LISTED; i++) await playLater(me, `device-${i}`, -i * 5);
  calls.clock.now = minutesOn(0);
  const playing = (await play(me, 'device-1')).response as { lease: { id: string; epoch: number } };
  calls.clock.now = minutesOn(0.2);
  expect((await renew(me, playing, 'device-1')).status).toBe(200);
  const [second] = await listed();
  const first = (await listed()).find(({ name }) => name === 'device-1');
  expect(await remove(me, first!.device_id)).toMatchObject({ status: 200 });
  expect(await renew(me, playing, 'device-1')).toMatchObject({ response_code: '121003' });
  expect((await playLater(me, 'device-4', 10)).status).toBe(200);
  expect(await remove(me, second!.device_id)).toMatchObject({ status: 409, response_code: 1 });
  const changeable_ts = minutesOn(14 * DAY_MINUTES + 0.2).getTime() / 1000;
  expect((await playLater(me, 'device-5', 20)).response).toMatchObject({ detail: { changeable_ts } });
  calls.clock.now = minutesOn(14 * DAY_MINUTES + 1);
  expect(await remove(me, second!.device_id)).toMatchObject({ status: 200 });
});

it('is nobody else’s to change, and what they play goes on', async () => {
  const playing = (await play(me, 'device-1')).response as { lease: { id: string; epoch: number } };
  await play(other, 'device-1');
  const [mine] = await listed();
  expect(await remove(other, mine!.device_id)).toMatchObject({ status: 404, response_code: 6 });
  expect(await remove(other, ...(await listed(other)).map((device) => device.device_id))).toMatchObject({
    status: 200,
  });
  expect(await listed()).toHaveLength(1);
  expect((await renew(me, playing, 'device-1')).status).toBe(200);
});

it.each(['', 'a b', '../device', 'x'.repeat(65), "d'evice", '裝置', 'a%00b'])(
  'refuses %j as the name that a device gives itself, and lists nothing',
  async (device) => {
    expect(await play(me, device, 'Chrome')).toMatchObject({ status: 400, response_code: 1 });
    expect(await calls.db.select().from(memberDevices)).toEqual([]);
  },
);
