import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiApp } from '#tests/factories/api-app.ts';
import { insertSmallStation, SATURDAY_1426 } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { hostsReplySchema } from './hosts.schema.ts';
import { getHost, listHosts } from './hosts.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
});
afterAll(() => database.close());

it('lists active hosts in house order with their type and active programmes', async () => {
  const app = await createApiApp({ db: database.db, clock: () => SATURDAY_1426 });
  const reply = await app.inject({ url: '/api/hosts' });
  await app.close();
  const { hosts } = hostsReplySchema.parse(reply.json<{ response: unknown }>().response);
  expect(hosts.map(({ id, programHostType }) => [id, programHostType])).toEqual([
    [1, 1],
    [2, 1],
    [3, 8],
  ]);
  expect(hosts[0]?.programs).toEqual([{ program_id: 1, title: '的士高峰', title_chi: '的士高峰' }]);
});

it('keeps to a channel', async () => {
  const hosts = await listHosts({ db: database.db }, { channelId: 903 });
  expect(hosts.map((host) => host.id)).toEqual([2, 3]);
});

it('gives a host with programmes, and nobody who has left or never was', async () => {
  const host = await getHost({ db: database.db }, 2);
  expect(host.programs.map((program) => program.id)).toEqual([1, 5]);
  for (const id of [4, 404, 0, -1, 1.5, 2_147_483_648, Number.NaN]) {
    await expect(getHost({ db: database.db }, id)).rejects.toMatchObject({ errorName: 'dataNotFound' });
  }
});
