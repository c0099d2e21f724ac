import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { mediaStreams } from '#db/tables/media.ts';
import { playbackLeases } from '#db/tables/playback.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { openTestDesk, supportActionsOn, type OpenDesk } from '#tests/factories/desk.ts';

let desk: OpenDesk;
beforeAll(async () => {
  desk = await openTestDesk({
    actions: supportActionsOn,
  });
});
afterAll(() => desk.close());

it('lets a member in again who is locked out by devices and by wrong passwords, and says so in the audit', async () => {
  const { db } = desk;
  const { now } = desk.clock;
  const id = await insertMember(db, 'locked-out@mail.example', { devicesChangedAt: now });
  const other = await insertMember(db, 'another@mail.example');
  const { sessionId } = await openSession(
    { db },
    { memberId: id, rememberMe: true, userAgent: 'test', remoteIp: '', now },
  );
  await db.insert(mediaStreams).values({ id: 10_001, kind: 'tape', name: 'a replay' }).onConflictDoNothing();
  const lease = { id: randomUUID(), memberId: id, sessionId, deviceKey: 'key', deviceName: 'Chrome', streamId: 10_001 };
  const span = { startsAt: new Date(now.getTime() - 3_600_000), endsAt: now, startedAt: now, renewedAt: now };
  await db.insert(playbackLeases).values({ ...lease, ...span });
  const locked = { count: 99, endsAt: new Date(now.getTime() + 3_600_000) };
  const keys = [`login:account:m${id}`, `login:both:m${id}:203.0.113.5`];
  await db.insert(attempts).values([...keys, `login:account:m${other}`].map((name) => ({ key: name, ...locked })));
  const { cookie } = await desk.enter('support');
  const page = await desk.call(`/api/staff/members/${id}`, { cookie });
  expect(page.response).toMatchObject({
    playing: [{ device: 'Chrome', stream: 'a replay', began_ts: now.getTime() / 1000, is_paused: false }],
    device_list_locked_until_ts: expect.any(Number),
  });
  const { response } = await desk.act('members.end-devices', { member_id: id }, { cookie, reason: 'called us' });
  expect(response).toMatchObject({
    rows: [{ after: { ended: 1, deviceListUnlocked: true, logInUnlocked: true } }],
  });
  const left = await db
    .select()
    .from(attempts)
    .where(sql`${attempts.key} like 'login:%'`);
  expect(left.map((row) => row.key)).toEqual([`login:account:m${other}`]);
  const after = await desk.call(`/api/staff/members/${id}`, { cookie });
  expect(after.response).toMatchObject({ playing: [], device_list_locked_until_ts: null });
});
