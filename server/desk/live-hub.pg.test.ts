import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { tellStaff } from '#db/notifications.ts';
import { staffSessions } from '#db/tables/staff.ts';
import { eq } from 'drizzle-orm';
import { currentStaffSessions } from '#domain/staff/staff.ts';
import { FIRST_ROLES } from '#shared/staff/permissions.ts';
import { LIVE_KINDS, type LiveKind } from '#shared/staff/live.ts';
import { eventsOf as readEvents } from '#tests/factories/event-stream.ts';
import { createTestDesk, type TestDesk } from '#tests/factories/desk.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { createLiveHub, type LiveHub } from './live-hub.ts';

let database: TestDatabase;
let desk: TestDesk;
let address: string;
let hub: LiveHub;
const hubs: LiveHub[] = [];
const asked = { onAir: 0, sessions: 0 };

/** A hub of its own, like that of another process. */
function newHub(): LiveHub {
  const made = createLiveHub({
    pool: database.pool,
    log: { warn: () => {} },
    readOnAir: async () => ({ read: ++asked.onAir }),
    openSessions: (ids) => {
      asked.sessions++;
      return currentStaffSessions(database.db, ids, desk.clock.now);
    },
  });
  hubs.push(made);
  return made;
}
beforeAll(async () => {
  database = await createTestDatabase();
  desk = await createTestDesk(database);
  hub = newHub();
  const served = await createTestDesk(database, { runtime: { live: hub, clock: () => desk.clock.now } });
  await served.app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(served.app.server.address() as AddressInfo).port}`;
  hubs.push({ close: () => served.app.close() } as LiveHub);
});
const readers: { cancel(): Promise<void> }[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.cancel();
});
afterAll(async () => {
  for (const one of hubs) await one.close();
  await desk.app.close();
  await database.close();
});

const tell = (kind: LiveKind) => database.db.transaction((tx) => tellStaff(tx, kind));

/** Reads the events of a stream, which ends with its test. */
function eventsOf(body: AsyncIterable<Uint8Array | string>) {
  const events = readEvents(body);
  readers.push(events);
  return events;
}
async function visit(cookie: string, lastEventId?: string) {
  const headers = { cookie, ...(lastEventId && { 'last-event-id': lastEventId }) };
  const reply = await fetch(`${address}/api/staff/live`, { headers });
  return { reply, events: reply.ok ? eventsOf(reply.body as never) : null };
}

it('streams what changed to who is logged in, unbuffered, and the state of the channels to who may see it', async () => {
  expect((await visit('')).reply.status).toBe(401);
  const [engineer, finance] = [await desk.enter('engineer'), await desk.enter('finance')];
  const { reply, events } = await visit(engineer.cookie);
  expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(reply.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(reply.headers.get('x-accel-buffering')).toBe('no');
  expect(await events!.next()).toMatchObject({ event: 'hello' });
  expect(await events!.next()).toMatchObject({ event: 'on-air', data: expect.stringContaining('read') as string });
  await tell('incidents');
  expect(await events!.next()).toMatchObject({ event: 'incidents', data: '{}' });
  const other = await visit(finance.cookie);
  expect(await other.events!.next()).toMatchObject({ event: 'hello' });
  await tell('on-air');
  await tell('approvals');
  expect(await other.events!.next()).toMatchObject({ event: 'approvals' });
  // The state of the channels is read first, so another event may be sent before it.
  const both = [await events!.next(), await events!.next()].map((one) => one?.event);
  expect(new Set(both)).toEqual(new Set(['approvals', 'on-air']));
});

it('sends what a tab missed, and after a restart of the server that everything may have changed', async () => {
  const { cookie } = await desk.enter('finance');
  const first = (await visit(cookie)).events!;
  const { id } = (await first.next())!;
  await tell('jobs');
  await tell('incidents');
  await tell('jobs');
  for (const event of ['jobs', 'incidents', 'jobs']) expect(await first.next()).toMatchObject({ event });
  const again = (await visit(cookie, id)).events!;
  for (const event of ['jobs', 'incidents']) expect(await again.next()).toMatchObject({ event });
  const restarted = newHub();
  const actor = { accountId: 1, sessionId: 1, roles: [] };
  const resumed = eventsOf(await restarted.open(actor, id));
  for (const event of LIVE_KINDS.filter((kind) => kind !== 'on-air'))
    expect(await resumed.next()).toMatchObject({ event });
});

it('ends the stream of a session that is over, with the next look at the sessions', async () => {
  const [gone, stays] = [await desk.enter('finance'), await desk.enter('finance')];
  const [over, open] = [(await visit(gone.cookie)).events!, (await visit(stays.cookie)).events!];
  for (const events of [over, open]) expect(await events.next()).toMatchObject({ event: 'hello' });
  await database.db.delete(staffSessions).where(eq(staffSessions.accountId, gone.id));
  await hub.tick();
  expect(await over.next()).toBeNull();
  await tell('work');
  expect(await open.next()).toMatchObject({ event: 'work' });
});

it('reads the channels and the sessions once for two hundred tabs, and refuses more than twenty of one account', async () => {
  const own = newHub();
  const roles = [{ role: 'engineer', permissions: FIRST_ROLES.engineer, scope: null }];
  const tabs = [];
  for (let n = 0; n < 200; n++) {
    const actor = { accountId: Math.floor(n / 20) + 1, sessionId: n + 1, roles };
    const body = await own.open(actor, undefined);
    body.resume();
    tabs.push(body);
  }
  await expect(own.open({ accountId: 1, sessionId: 999, roles }, undefined)).rejects.toMatchObject({
    errorName: 'tooManyRequests',
  });
  asked.onAir = 0;
  asked.sessions = 0;
  await own.tick();
  expect(asked).toEqual({ onAir: 1, sessions: 1 });
});
