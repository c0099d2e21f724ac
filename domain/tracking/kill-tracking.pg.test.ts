import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killsOf, tellKills, timeForKills } from '#tests/factories/kill-count.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

const KILLS = killsOf(4);
/** Concurrent browsers, each with one call in flight. */
const SENDERS = 24;
const HEARD_S = 10;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Sender {
  session: string;
  next: number;
  /** Number of 200 responses, by report number. */
  answered: Map<number, number>;
  sent: Map<number, number>;
  /** Sent but not answered. */
  unanswered: number[];
}

const fromOf = (seq: number): number => 1_790_000_000 + seq * HEARD_S;

/** A call with one to five reports. True if it was answered. */
async function send(port: number, sender: Sender, numbers: readonly number[]): Promise<boolean> {
  const tracking = numbers.map((seq) => ({
    tracking_type: 101,
    channel: 881,
    seq,
    heard: [[fromOf(seq), fromOf(seq) + HEARD_S, fromOf(seq)]],
  }));
  for (const seq of numbers) sender.sent.set(seq, (sender.sent.get(seq) ?? 0) + 1);
  const body = JSON.stringify({ tracking, batch: { session: sender.session, sent_ts: fromOf(sender.next) + 3_600 } });
  const answer = await fetch(`http://127.0.0.1:${port}/v2/tracking/live`, { method: 'POST', body }).catch(() => null);
  // The status is enough; the body is empty.
  if (answer?.status !== 200) return false;
  for (const seq of numbers) sender.answered.set(seq, (sender.answered.get(seq) ?? 0) + 1);
  return true;
}

const countAnswered = (senders: readonly Sender[]) => senders.reduce((sum, { answered }) => sum + answered.size, 0);

/** Sends reports until the server stops answering. */
async function report(port: number, sender: Sender): Promise<void> {
  for (;;) {
    const numbers =
      sender.unanswered.length > 0
        ? sender.unanswered
        : Array.from({ length: 1 + (sender.next % 5) }, () => sender.next++);
    if (!(await send(port, sender, numbers))) {
      sender.unanswered = [...numbers];
      return;
    }
    sender.unanswered = [];
  }
}

it(
  'lets ingest be killed at any moment: what was answered 200 is in the log, and counts once however often it was sent',
  async () => {
    const senders = Array.from({ length: SENDERS }, (): Sender => {
      const session = randomBytes(16).toString('base64url');
      return { session, next: 1, answered: new Map(), sent: new Map(), unanswered: [] };
    });
    let kills = 0;
    for (let round = 0; round <= KILLS; round++) {
      const ingest = spawn(process.execPath, ['tests/factories/tracking.process.ts'], {
        env: { ...process.env, DATABASE_URL: database.url },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const gone = once(ingest, 'exit');
      const [told] = (await once(ingest.stdout, 'data')) as [Buffer];
      const port = Number(String(told));
      if (round === KILLS) {
        // Unanswered reports are sent once more, as browsers do.
        for (const sender of senders)
          if (sender.unanswered.length > 0) expect(await send(port, sender, sender.unanswered)).toBe(true);
        ingest.kill('SIGKILL');
        await gone;
        break;
      }
      const reporting = senders.map((sender) => report(port, sender));
      // The first kill may come before anything was answered; later ones do not, however slow the machine is.
      const before = countAnswered(senders);
      if (round > 0)
        await expect.poll(() => countAnswered(senders), { timeout: 60_000, interval: 10 }).toBeGreaterThan(before);
      await sleep(Math.random() * 200);
      if (ingest.kill('SIGKILL')) kills++;
      await gone;
      await Promise.all(reporting);
    }
    expect(kills).toBe(KILLS);
    const { rows } = await database.pool.query<{ session: string; seq: number; rows: number }>(
      'select session, seq, count(*)::int as rows from tracking_events group by 1, 2',
    );
    const kept = new Map(rows.map((row) => [`${row.session} ${row.seq}`, row.rows]));
    let acknowledged = 0;
    for (const { session, answered, sent } of senders)
      for (const [seq, times] of answered) {
        acknowledged++;
        // At least as often as acknowledged: a group committed just before the kill was never answered.
        expect(kept.get(`${session} ${seq}`) ?? 0, `${session} ${seq}`).toBeGreaterThanOrEqual(times);
        expect(kept.get(`${session} ${seq}`)).toBeLessThanOrEqual(sent.get(seq) ?? 0);
      }
    // Nothing else is stored, and deduplication leaves each acknowledged report once.
    expect(kept.size).toBe(acknowledged);
    expect(acknowledged).toBeGreaterThan(KILLS);
    const { rows: sums } = await database.pool.query<{ heard: string }>(
      `select coalesce(sum(heard[2] - heard[1]), 0) as heard from
         (select distinct on (session, seq) heard from tracking_events order by session, seq) once`,
    );
    expect(Number(sums[0]?.heard)).toBe(acknowledged * HEARD_S * 1_000);
    tellKills('reports', kills, acknowledged);
  },
  timeForKills(KILLS),
);
