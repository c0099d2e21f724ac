import { openLogIn, type LoggingIn } from '#domain/auth/auth.ts';
import { actorOf, endSession, hearSessionChanges } from '#domain/auth/sessions.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { secretOf, SESSION_COOKIES } from '#shared/http/session-cookie.ts';

// Members who log in and out in one process, without password hashing, which retains nothing: log in, two calls, log
// out. Prints the heap in use after a tenth and at the end, in bytes, and the remaining sessions.
const total = Number(process.argv[2] ?? 200_000);
const MEMBERS = 200;
const AT_ONCE = 16;

const database = await createTestDatabase();
const services = createMemberServices(database.db);
const watch = await hearSessionChanges(database, services.sessions);
const ids = await Promise.all(
  Array.from({ length: MEMBERS }, (_, i) => insertMember(database.db, `member${i}@example.com`)),
);
const known = new Map<number, string | undefined>();
const from = (memberId: number): LoggingIn => ({
  now: new Date(),
  remoteIp: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
  known: known.get(memberId),
});

async function comeAndGo(memberId: number): Promise<void> {
  const account = { id: memberId, displayName: '大文', epoch: 1, state: 'active' as const, mergedIntoId: null };
  const { session, trustedDeviceCookie } = await openLogIn(services, account, false, from(memberId));
  known.set(memberId, secretOf(trustedDeviceCookie.split(';')[0], SESSION_COOKIES.known));
  for (let i = 0; i < 2; i++) {
    const actor = await actorOf(services, session.token, new Date());
    if (actor.kind !== 'member') throw new Error('a session is not there');
  }
  await endSession(services, { memberId, sessionId: session.sessionId });
  if ((await actorOf(services, session.token, new Date())).kind !== 'guest') throw new Error('a session did not end');
}

let begun = 0;
const heap: number[] = [];
async function worker(upTo: number): Promise<void> {
  while (begun < upTo) {
    begun += 1;
    await comeAndGo(ids[begun % MEMBERS] ?? 0);
  }
}
for (const upTo of [total / 10, total]) {
  await Promise.all(Array.from({ length: AT_ONCE }, () => worker(upTo)));
  globalThis.gc?.();
  globalThis.gc?.();
  heap.push(process.memoryUsage().heapUsed);
}
const { rows } = await database.pool.query<{ left: number }>('select count(*)::int as left from member_sessions');
await watch.close();
await database.close();
process.send?.({ early: heap[0], late: heap[1], left: rows[0]?.left });
