import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploads } from '#db/tables/uploads.ts';
import { insertAccount } from '#domain/staff/staff.store.ts';
import { killsOf, tellKills, timeForKills } from '#tests/factories/kill-count.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { FILM_UPLOADS } from './film-uploads.rules.ts';

const KILLS = killsOf(3);
const FILE_BYTES = 6_000_000;
/** Some hundred requests a file, each of which is made durable: a file takes a second or more. */
const PIECE_BYTES = 20_000;

let database: TestDatabase;
let folder: string;
let account: number;
let port: number;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'kill-uploads-'));
  const email = 'chan@radio.example';
  account = (await database.db.transaction((tx) => insertAccount(tx, { email, name: 'chan', createdAt: new Date() })))!;
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  ({ port } = probe.address() as AddressInfo);
  probe.close();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function serve() {
  const child = spawn(process.execPath, ['tests/factories/media/film-upload.process.ts'], {
    env: { ...process.env, DATABASE_URL: database.url, FOLDER: folder, ACCOUNT: String(account), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  await once(child.stdout, 'data');
  return { kill: () => child.kill('SIGKILL'), gone };
}

/** Sends a file with a client that tries again until the server is back. */
function send(bytes: Buffer) {
  const retryDelays = Array.from({ length: 1_000 }, () => 50);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const upload: Upload = new Upload(bytes, {
    endpoint: `http://127.0.0.1:${port}${FILM_UPLOADS.path}`,
    chunkSize: PIECE_BYTES,
    retryDelays,
    metadata: { filename: 'a.mov', modified_ms: '1700000000000' },
    onError: reject,
    onSuccess: () => resolve(new URL(upload.url!).pathname.split('/').at(-1)!),
  });
  upload.start();
  return promise;
}

it(
  'an upload is byte for byte what was sent, though its server is killed at any moment of it',
  async () => {
    let kills = 0;
    let acknowledged = 0;
    let server = await serve();
    while (kills < KILLS) {
      const bytes = randomBytes(FILE_BYTES);
      let isOver = false;
      const sent = send(bytes).finally(() => (isOver = true));
      for (;;) {
        await sleep(20 + Math.random() * 300);
        if (isOver || kills >= KILLS) break;
        server.kill();
        await server.gone;
        kills++;
        server = await serve();
      }
      const id = await sent;
      expect(readFileSync(join(folder, 'uploads', id)).equals(bytes)).toBe(true);
      acknowledged += bytes.length / PIECE_BYTES;
    }
    const rows = await database.db.select().from(uploads);
    // A request to begin one may be killed after its commit; that one is deleted after a week.
    for (const { state, receivedBytes } of rows)
      expect([state, receivedBytes]).toEqual(receivedBytes === 0 ? ['receiving', 0] : ['received', FILE_BYTES]);
    tellKills('uploads', kills, acknowledged);
    server.kill();
    await server.gone;
  },
  timeForKills(KILLS),
);
