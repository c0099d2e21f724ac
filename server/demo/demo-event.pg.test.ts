import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepSound, segmentsBetween } from '#domain/media/kept-sound.ts';
import { findStream } from '#domain/media/streams.ts';
import { EVENT_SEGMENT_MS, eventProgramme } from '#sandbox/stations/event.ts';
import { openDemoEvent, recordDemoEvent } from '#server/demo/demo-event.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('has one stream for the event that is always live, whoever asks first, and lets go of what is an hour old', async () => {
  const streamId = await openDemoEvent(database.db);
  expect(await openDemoEvent(database.db)).toBe(streamId);
  expect(await findStream(database.db, streamId)).toMatchObject({
    kind: 'event',
    targetMs: 1_000,
    windowMs: 3_600_000,
  });
});

it('has an event that is over, with the pictures its encoder would have made at the time', async () => {
  const storage = memoryStorage();
  const deps = { db: database.db, storage, now: new Date('2026-11-22T12:00:00Z') };
  const startsAt = new Date('2026-11-14T12:00:00Z');
  const event = await recordDemoEvent(deps, { name: '舊演唱會', startsAt, lastsMs: 5_000 }, async (tx, tape) => {
    const span = { streamId: tape.streamId, startsAt: tape.from, endsAt: tape.to };
    await keepSound(tx, { ...span, keptUntil: null, why: 'events/2' });
    return tape;
  });
  const found = await segmentsBetween(database.db, event.streamId, 'v25', event.from, event.to);
  expect(found.map((segment) => segment.startsAt - startsAt.getTime())).toEqual([0, 960, 1_920, 2_880, 3_840, 4_800]);
  const [first] = found;
  const bytes = await storage.get(first!.storageKey, first!.range);
  expect(bytes?.equals(eventProgramme('v25').segment(startsAt.getTime() / EVENT_SEGMENT_MS))).toBe(true);
});
