import { afterAll, beforeAll, expect, it } from 'vitest';
import { familySeats } from '#db/tables/families.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { openTestDesk, supportActionsOn, type OpenDesk } from '#tests/factories/desk.ts';

let desk: OpenDesk;
beforeAll(async () => {
  desk = await openTestDesk({
    actions: supportActionsOn,
  });
});
afterAll(() => desk.close());

it('shows support the family of a member, and takes one of it or all of a payer’s out, with a reason', async () => {
  const { db } = desk;
  const ids: number[] = [];
  for (const name of ['payer', 'first', 'second', 'third'])
    ids.push(await insertMember(db, `${name}@mail.example`, { displayName: name }));
  const [payer, first, second] = [ids[0]!, ids[1]!, ids[2]!];
  const joinedAt = new Date(desk.clock.now.getTime() - 86_400_000);
  await db.insert(familySeats).values(ids.map((memberId, i) => ({ ownerId: payer, memberId, seat: i + 1, joinedAt })));
  const { cookie } = await desk.enter('support');
  const familyOf = async (id: number) => {
    const { response } = await desk.call(`/api/staff/members/${id}`, { cookie });
    return (response as { family: { payer_id: number; people: { member_id: number }[] } | null }).family;
  };
  expect(await familyOf(first)).toMatchObject({ payer_id: payer, people: ids.map((id) => ({ member_id: id })) });
  const leave = (id: number, reason: string) => desk.act('members.leave-family', { member_id: id }, { cookie, reason });
  expect((await leave(first, '')).status).toBe(400);
  expect(await leave(first, 'asked by phone')).toMatchObject({
    response: { rows: [{ after: { payerId: payer, removedIds: [first] } }] },
  });
  expect(await familyOf(first)).toBe(null);
  expect((await familyOf(second))?.people).toHaveLength(3);
  await leave(payer, 'a quarrel');
  expect([await familyOf(payer), await familyOf(second)]).toEqual([null, null]);
  expect((await leave(second, 'again')).status).toBe(404);
});
