import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playbackPositionEvents } from '#db/tables/playback.ts';
import { killsOf, tellKills, timeForKills } from '#tests/factories/kill-count.ts';
import { positionEventAt, POSITIONS_STREAM } from '#tests/factories/playback/position-events.ts';
import { insertListener, insertStreams } from '#tests/factories/playback/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { heardIn, positionIn } from './playback.ts';

const KILLS = killsOf(4);
const T0 = Date.UTC(2026, 10, 1);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertStreams(database.db);
});
afterAll(() => database.close());

it(
  'whoever writes positions may be killed at any moment: no acknowledged position is lost, and each stands once',
  async () => {
    const { db, url } = database;
    const { memberId } = await insertListener(db, 'me@member.example', new Date(T0));
    let acknowledged = 0;
    let kills = 0;
    for (let round = 0; round < KILLS; round++) {
      const from = acknowledged + 1;
      const writer = spawn(process.execPath, ['tests/factories/playback/positions.process.ts'], {
        env: { ...process.env, DATABASE_URL: url, MEMBER: String(memberId), FROM: String(from), T0: String(T0) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const gone = once(writer, 'exit');
      let said = '';
      writer.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      // The first kill comes before anything was acknowledged.
      do await once(writer.stdout, 'data');
      while (round > 0 && !/^\d+$/m.test(said));
      await sleep(Math.random() * 120);
      if (writer.kill('SIGKILL')) kills++;
      await gone;
      // A partial last line was not acknowledged to anyone.
      const told = said
        .split('\n')
        .slice(0, -1)
        .filter((line) => /^\d+$/.test(line));
      acknowledged = Math.max(acknowledged, Number(told.at(-1) ?? 0));

      const rows = await db
        .select()
        .from(playbackPositionEvents)
        .where(eq(playbackPositionEvents.memberId, memberId))
        .orderBy(playbackPositionEvents.sequence);
      expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
      expect(rows.map(({ sequence, at }) => [sequence, at])).toEqual(
        rows.map((_, i) => [i + 1, positionEventAt(T0, i + 1).at]),
      );
      if (rows.length === 0) continue;
      // The position is the last one, and everything was heard without gaps.
      const end = positionEventAt(T0, rows.length).at;
      const span = [new Date(T0), new Date(end.getTime() + 1_000)] as const;
      expect((await positionIn(db, memberId, POSITIONS_STREAM, ...span))?.at).toEqual(end);
      expect(await heardIn(db, memberId, POSITIONS_STREAM, ...span)).toEqual([{ from: new Date(T0), to: end }]);
    }
    expect(kills).toBe(KILLS);
    expect(acknowledged).toBeGreaterThan(0);
    tellKills('position writes', kills, acknowledged);
  },
  timeForKills(KILLS),
);
