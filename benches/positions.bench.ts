import { randomUUID } from 'node:crypto';
import { createReports, recordPositions, type PositionEvent } from '#domain/playback/playback.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertStreams } from '#tests/factories/playback/playback.ts';
import { inTurn, type Load, type Row } from './measure.ts';
import { startOwnDatabase, type OwnDatabase } from './own-database.ts';

const LIMIT = 1;
const SECONDS = 3;
/** As many as in the product. */
const CONNECTIONS = 10;
const MEMBERS = 40;
/** Maximum events that a player keeps until acknowledged. */
const SAVED_UP = 10;
const EACH_MS = 10_000;

const BARE = `insert into playback_position_events
  (member_id, device_key, sequence, device_name, stream_id, at, heard_at, moved_ms, received_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

interface Device {
  memberId: number;
  key: string;
  next: number;
}

/** Writes positions of listening members in a loop; `write` returns how many it wrote. */
async function written(database: OwnDatabase, devices: Device[], write: (device: Device) => Promise<number>) {
  const until = performance.now() + SECONDS * 1000;
  const cpuBefore = database.cpuMs();
  const begun = performance.now();
  let total = 0;
  // Each device has one call in flight; there are more devices than connections.
  await Promise.all(
    devices.map(async (device) => {
      while (performance.now() < until) {
        // Awaited first: `total += await …` would add to the total of before the call, which others have changed since.
        const count = await write(device);
        total += count;
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  return { perSecond: total / seconds, cpuMs: (database.cpuMs() - cpuBefore) / total, errors: 0 } satisfies Load;
}

/** Durable writes of members' positions, compared with one insert of the same row. */
export async function positionsBench(): Promise<Row[]> {
  const database = await startOwnDatabase(CONNECTIONS);
  try {
    const { db, pool } = database;
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      const { rows } = await pool.query<Record<string, string>>(`show ${setting}`);
      if (rows[0]?.[setting] !== 'on') throw new Error(`${setting} is not on`);
    }
    await insertStreams(db);
    const devices = (side: string): Promise<Device[]> =>
      Promise.all(
        Array.from({ length: MEMBERS }, async (_, i) => ({
          memberId: await insertMember(db, `${side}${i}@radio.example`),
          key: randomUUID(),
          next: 1,
        })),
      );
    const from = Date.now() - 3_600_000;
    const positionAt = (n: number) => new Date(from + n * EACH_MS);
    const eventOf = (n: number, now: Date): PositionEvent => ({
      sequence: n,
      streamId: 881,
      at: positionAt(n),
      ageMs: 0,
      clockAt: now,
      movedMs: EACH_MS,
      heard: [[positionAt(n - 1), positionAt(n)]],
    });
    // As in the API: simultaneous reports of many devices are written together.
    const reports = createReports(db);
    const report = (count: number) => async (device: Device) => {
      const now = new Date();
      const events = Array.from({ length: count }, () => eventOf(device.next++, now));
      await recordPositions(
        db,
        device.memberId,
        { key: device.key, name: 'Chrome · Windows' },
        events,
        now,
        now,
        reports,
      );
      return count;
    };
    const insert = async (device: Device) => {
      const { memberId, key } = device;
      const n = device.next++;
      const now = new Date();
      const values = [memberId, key, n, 'Chrome · Windows', 881, positionAt(n), now, EACH_MS, now];
      await pool.query({ text: BARE, values });
      return 1;
    };
    const [one, ten, bare] = [await devices('one'), await devices('ten'), await devices('bare')];
    const found = await inTurn({
      ours: () => written(database, one, report(1)),
      theirs: () => written(database, bare, insert),
      ten: () => written(database, ten, report(SAVED_UP)),
    });
    const { ours, theirs } = found;
    // By CPU: a call that waits for its batch, a tenth of a second, takes nothing meanwhile.
    const ratio = ours.cpuMs / theirs.cpuMs;
    return [
      {
        promise: 'a position, durable, one a call, against a bare insert of the row over as many connections: CPU',
        figure: `${ratio.toFixed(2)} (${ours.cpuMs.toFixed(2)} and ${theirs.cpuMs.toFixed(2)} ms; ${Math.round(ours.perSecond)} and ${Math.round(theirs.perSecond)} a second from ${MEMBERS} devices)`,
        limit: `${LIMIT} or less`,
        holds: ratio <= LIMIT,
      },
      {
        promise: `the same, ${SAVED_UP} a call, as after a spell without a network`,
        figure: `${(found.ten.cpuMs / theirs.cpuMs).toFixed(2)} (${found.ten.cpuMs.toFixed(2)} ms each; ${Math.round(found.ten.perSecond)} a second)`,
        limit: 'told',
        holds: true,
      },
    ];
  } finally {
    await database.close();
  }
}
