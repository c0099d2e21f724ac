import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDatabaseUnavailable } from '#server/web/errors.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { openDatabase, type Database } from './database.ts';

// A database that does not respond and does not disconnect: a frozen machine, or a connection that drops packets.

let behind: TestDatabase;
let database: Database;
let isFrozen = false;
const open = new Set<Socket>();
const line = createServer((near) => {
  const { hostname, port } = new URL(behind.url);
  const far = connect(Number(port), hostname);
  for (const socket of [near, far]) {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  }
  // Data in flight when the connection froze never arrives.
  const frozenFor = { ever: false };
  const carry = (from: Socket, to: Socket) =>
    from.on('data', (bytes) => {
      frozenFor.ever ||= isFrozen;
      if (!frozenFor.ever) to.write(bytes);
    });
  carry(near, far);
  carry(far, near);
  near.on('close', () => far.destroy());
});

beforeAll(async () => {
  behind = await createTestDatabase();
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  const url = new URL(behind.url);
  url.port = String((line.address() as AddressInfo).port);
  database = openDatabase(url.href, { max: 1, queryTimeoutMs: 1_500, connectionTimeoutMs: 60_000 });
});
afterAll(async () => {
  await database.close();
  for (const socket of open) socket.destroy();
  line.close();
  await behind.close();
});

it.each([
  ['a transaction before it begins', () => database.db.transaction((tx) => tx.execute(sql`select 1`))],
  ['a question', () => database.db.execute(sql`select 1`)],
  [
    'a transaction',
    () =>
      database.db.transaction(async (tx) => {
        isFrozen = true;
        await tx.execute(sql`select 1`);
      }),
  ],
])('waits for no answer for ever, and leaves nobody to wait behind it: %s', async (name, ask) => {
  await database.db.execute(sql`select 1`);
  if (name !== 'a transaction') isFrozen = true;
  const failure: unknown = await ask().catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  isFrozen = false;
  // The pool has one connection: had it kept the dead one, this would fail too.
  expect((await database.db.execute<{ one: number }>(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});
