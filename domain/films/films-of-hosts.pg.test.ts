import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostFeed } from '#app/pages/feeds/host-feed.server.ts';
import { seedStation } from '#db/seed/station.ts';
import { hosts } from '#db/tables/hosts.ts';
import { programHosts } from '#db/tables/programs.ts';
import { videoCategories, videos } from '#db/tables/films.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

const now = new Date('2026-11-28T12:00:00+08:00');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedStation(database.db);
});
afterAll(() => database.close());

it('has the films in whose credits a host is named, and of the programmes, in the feed of the host while they are listed', async () => {
  const { db } = database;
  const [host] = await db.select().from(hosts).limit(1);
  const [own] = await db.select().from(programHosts).limit(1);
  await db.insert(videoCategories).values({ id: 1, name: '紀錄片' });
  const film = (id: number, title: string, more: Partial<typeof videos.$inferInsert>) => ({
    id,
    categoryId: 1,
    title,
    keyart: '',
    priceCents: 2800,
    publishedAt: daysAgo(id),
    ...more,
  });
  const credits = (name: string) => [{ role: '主持', names: ['某人', name] }];
  await db
    .insert(videos)
    .values([
      film(1, '具名', { credits: credits(host!.name) }),
      film(2, '節目', { programId: own!.programId }),
      film(3, '相似名', { credits: credits(`${host!.name}仔`) }),
      film(4, '未公開', { credits: credits(host!.name), publishedAt: daysAgo(-1) }),
      film(5, '已停售', { credits: credits(host!.name), sellsUntil: daysAgo(1) }),
    ]);
  const titles = async (id: number) =>
    (await (await hostFeed({ db, now }, id)).items(30)).map(({ title }) => title).filter((one) => one !== '');
  expect(await titles(host!.id)).toContain('具名');
  expect(await titles(own!.hostId)).toContain('節目');
  for (const hidden of ['相似名', '未公開', '已停售']) expect(await titles(host!.id)).not.toContain(hidden);
});
