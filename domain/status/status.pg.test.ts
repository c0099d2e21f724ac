import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mediaSegments } from '#db/tables/media.ts';
import { incidents } from '#db/tables/on-air.ts';
import { statusHours } from '#db/tables/status.ts';
import { saveConditions } from '#domain/on-air/incidents.store.ts';
import { addInit, storeSegments } from '#tests/factories/media/kept-hours.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { getStatus, recordStatus } from './status.ts';

const at = (clock: string) => new Date(`2026-11-20T${clock}+08:00`);
const SEGMENTS_AN_HOUR = 900;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  await db.delete(statusHours);
  await db.delete(incidents);
  await db.delete(mediaSegments);
});

const partOnDay = async (part: string, now: Date) => (await getStatus(database.db, now)).days[part];

it('computes each hour of a channel once, from what no rendition has, and silence that was measured', async () => {
  const { db } = database;
  const storage = memoryStorage();
  const [a64, a128] = [await addInit(database, 881, 'a64'), await addInit(database, 881, 'a128')];
  const store = (rendition: 'a64' | 'a128', clock: string, count: number, first: number) =>
    storeSegments(database, storage, {
      streamId: 881,
      rendition,
      initId: rendition === 'a64' ? a64 : a128,
      from: at(clock).getTime(),
      count,
      first,
    });
  // From 09:00. At 10:10 both renditions are missing for two minutes; at 10:40 one of them is.
  await store('a64', '09:00:00', SEGMENTS_AN_HOUR + 150, 0);
  await store('a64', '10:12:00', 420, 2_000);
  await store('a64', '10:45:00', 225 + SEGMENTS_AN_HOUR, 3_000);
  await store('a128', '09:00:00', SEGMENTS_AN_HOUR + 150, 0);
  await store('a128', '10:12:00', 720 + SEGMENTS_AN_HOUR, 2_000);
  // Half a minute of silence, by the incident that opened after its first twenty seconds.
  await db.insert(incidents).values({
    kind: 'silence',
    subject: '881',
    figures: { seconds: 20 },
    openedAt: at('11:20:20'),
    seenAt: at('11:20:30'),
    closedAt: at('11:20:30'),
  });

  // The newest hour is computed ten minutes after its end.
  await recordStatus(db, at('12:05:00'), false);
  expect(await partOnDay('881', at('12:05:00'))).toEqual([
    { day: '2026-11-20', knownSeconds: 3_600, downSeconds: 120 },
  ]);
  const now = at('12:12:00');
  for (let times = 0; times < 3; times++) await recordStatus(db, now, false);
  expect(await partOnDay('881', now)).toEqual([{ day: '2026-11-20', knownSeconds: 7_200, downSeconds: 150 }]);
  // A channel that never had sound is not measured.
  expect(await partOnDay('903', now)).toBeUndefined();
});

it('counts each minute of the watch once, as down while an incident of the part is open, and nothing that nobody watched', async () => {
  const { db } = database;
  const watch = async (
    clock: string,
    ...conditions: { kind: 'database-slow' | 'provider-failing'; subject: string }[]
  ) => {
    const now = at(clock);
    const given = conditions.map((condition) => ({ ...condition, figures: {} }));
    await db.transaction((tx) => saveConditions(tx, given, now));
    await recordStatus(db, now, true);
  };
  await watch('09:00:00');
  await watch('09:01:00', { kind: 'provider-failing', subject: 'payme' });
  // The same minute by a second worker.
  await recordStatus(db, at('09:01:10'), false);
  await watch('09:02:00', { kind: 'provider-failing', subject: 'payme' }, { kind: 'database-slow', subject: '' });
  await watch('11:03:00');
  const now = at('12:00:00');
  expect(await partOnDay('payments', now)).toEqual([{ day: '2026-11-20', knownSeconds: 240, downSeconds: 120 }]);
  expect(await partOnDay('site', now)).toEqual([{ day: '2026-11-20', knownSeconds: 240, downSeconds: 60 }]);
  expect(await partOnDay('mail', now)).toEqual([{ day: '2026-11-20', knownSeconds: 240, downSeconds: 0 }]);
});

it('tells the public of what they notice, without names of providers and words of staff', async () => {
  const { db } = database;
  const span = { openedAt: at('09:00:00'), seenAt: at('09:10:00'), figures: {} };
  const closed = { ...span, closedAt: at('09:30:00'), closedBy: 'Somebody', closingWords: 'rebooted' };
  await db.insert(incidents).values([
    { kind: 'encoder-lost', subject: 'station-903', ...span },
    { kind: 'provider-failing', subject: 'payme', ...closed },
    { kind: 'edge-old', subject: '903', ...span },
    {
      kind: 'edge-old',
      subject: '903',
      ...span,
      openedAt: at('08:00:00'),
      seenAt: at('08:01:00'),
      closedAt: at('08:01:00'),
    },
  ]);
  const { incidents: told } = await getStatus(db, at('12:00:00'));
  expect(told.map(({ part, kind, fromMs, toMs }) => [part, kind, fromMs, toMs])).toEqual([
    ['903', 'edge-old', at('09:00:00').getTime(), null],
    // It lasted for as long as it was seen, whenever somebody closed it.
    ['payments', 'provider-failing', at('09:00:00').getTime(), at('09:10:00').getTime()],
    ['903', 'edge-old', at('08:00:00').getTime(), at('08:01:00').getTime()],
  ]);
  expect(JSON.stringify(told)).not.toMatch(/"payme"|Somebody|rebooted|station-903/);
});
