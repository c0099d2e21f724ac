import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '#db/database.ts';
import { attempts } from '#db/tables/attempts.ts';
import { diagnosticReports } from '#db/tables/diagnostics.ts';
import type { Actor } from '#shared/actor.ts';
import { EVENT_LIMITS } from '#shared/limits.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { emptyEvents, giveTicketTo, inMinutes, insertEvent } from '#tests/factories/events.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { diagnosticStory, forgetReports, sendReport } from './diagnostics.ts';
import type { ReportBody } from './diagnostics.schema.ts';

const NOW = inMinutes(-60);
const DAY_MS = 86_400_000;
const GUEST: Actor = { kind: 'guest' };

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await db.delete(diagnosticReports);
  await db.delete(attempts);
  await emptyEvents(db);
});

const body: ReportBody = {
  event_id: null,
  checks: [
    { name: 'browser', result: 'pass', found: { name: 'Chrome 142 · Windows' } },
    { name: 'speed', result: 'warn', found: { bits_per_second: 2_100_000 } },
  ],
  device: {
    user_agent: 'Mozilla/5.0',
    screen: '390 × 844',
    language: 'zh-HK',
    time_zone: 'Asia/Hong_Kong',
    network: '',
  },
};
const send = (actor: Actor = GUEST, remoteIp = '203.0.113.9') =>
  sendReport({ db, secretKey: 'a key' }, { actor, remoteIp }, body, NOW);

it('opens the whole story by its code, however that is read out: what was measured, and what its member has', async () => {
  const memberId = await insertMember(db, 'me@member.example');
  const { id } = await insertEvent(db);
  await giveTicketTo(db, id, memberId);
  const actor = memberActor(memberId);
  const code = await send(actor);
  expect(code).toMatch(/^D-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  const story = await diagnosticStory(db, code.toLowerCase().replaceAll('-', ' '), NOW);
  expect(story).toMatchObject({
    report: { code, memberId, result: 'warn', checks: body.checks },
    tickets: [{ eventId: id, source: 'hand' }],
    leases: [],
  });
  expect(await errorNameOf(diagnosticStory(db, 'D-2222-2222', NOW))).toBe('dataNotFound');
});

it('keeps nothing of a guest but what was sent, and that for thirty days', async () => {
  const code = await send();
  const [row] = await db.select().from(diagnosticReports);
  expect(JSON.stringify(row)).not.toContain('203.0.113.9');
  expect(row).toMatchObject({ memberId: null });
  await forgetReports(db, new Date(NOW.getTime() + 30 * DAY_MS));
  expect(await errorNameOf(diagnosticStory(db, code, NOW))).toBeNull();
  await forgetReports(db, new Date(NOW.getTime() + 30 * DAY_MS + 1));
  expect(await errorNameOf(diagnosticStory(db, code, NOW))).toBe('dataNotFound');
});

it('takes so many of one address and no more', async () => {
  for (let i = 0; i < EVENT_LIMITS.reportsOfAddress.limit; i++) await send();
  expect(await errorNameOf(send())).toBe('tooManyRequests');
  expect(await errorNameOf(send(GUEST, '198.51.100.7'))).toBeNull();
});
