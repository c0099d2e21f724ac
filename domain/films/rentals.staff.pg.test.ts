import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { insertFilms } from '#tests/factories/money/rentals.ts';
import { rentalActions } from './films.actions.ts';

let desk: OpenDesk;
beforeAll(async () => {
  desk = await openTestDesk({ actions: rentalActions() });
  await insertFilms(desk.db);
});
afterAll(() => desk.close());

it('lets one person give ten rentals in a day, and asks a second for more', async () => {
  const { cookie } = await desk.enter('support');
  const outcomes = [];
  for (let n = 1; n <= 11; n += 1) {
    const input = { member_id: await insertMember(desk.db, `film-${n}@mail.example`), film_id: 822 };
    const { response } = await desk.act('rentals.give', input, { cookie, reason: 'a mistake of ours' });
    outcomes.push((response as { outcome: string }).outcome);
  }
  expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'done'), 'asked']);
});
