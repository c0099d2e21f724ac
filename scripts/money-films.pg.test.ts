import { afterAll, beforeAll, expect, it } from 'vitest';
import { rentals, videoOutages } from '#db/tables/films.ts';
import { runMoney, splitLine } from '#tests/factories/money/money-verb.ts';
import { createPaymentHouse } from '#tests/factories/money/payments.ts';
import { insertFilms } from '#tests/factories/money/rentals.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { FILM_CHANGES, FILM_LOOKS } from './money-films.ts';

const NOW = new Date('2026-11-21T14:30:00+08:00');
const hand = { who: 'a test', why: 'to see' };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertFilms(database.db);
});
afterAll(() => database.close());

const run = (verb: string, line: string) =>
  runMoney(database.db, { ...createPaymentHouse(database.db).services, clock: () => NOW }, FILM_CHANGES[verb], {
    words: splitLine(line),
    hand,
  });

it('gives a film by one command, and not a second time while it is had', async () => {
  const { db } = database;
  const memberId = await insertMember(db, 'guest-of-honour@member.example');
  await run('give-film', `${memberId} 822`);
  expect(await db.select().from(rentals)).toMatchObject([{ memberId, videoId: 822, source: 'hand', paidCents: 0 }]);
  await expect(run('give-film', `${memberId} 822`)).rejects.toMatchObject({ errorName: 'alreadyOwned' });
  await run('take-film', `${memberId} 822`);
  expect(await db.select().from(rentals)).toMatchObject([{ endedAt: NOW, endedWhy: 'withdrawn' }]);
  await expect(run('take-film', `${memberId} 822`)).rejects.toMatchObject({ errorName: 'dataNotFound' });
  expect(await FILM_LOOKS['films']!(db, [], NOW)).toHaveLength(3);
});

it('notes an outage that people know of, and refuses one that is not over', async () => {
  await run('film-outage', '2026-11-21T13:00 2026-11-21T13:20');
  expect(await database.db.select().from(videoOutages)).toMatchObject([{ notedBy: 'a test' }]);
  await expect(run('film-outage', '2026-11-21T14:00 2026-11-21T15:00')).rejects.toMatchObject({
    errorName: 'invalidParam',
  });
});
