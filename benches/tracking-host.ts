// Receives reports for a bench, at a port that it prints: ours, or a minimal Fastify process with the same bytes
// (`bare`).
import { Readable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { copyFrom } from '#db/copy.ts';
import { openDatabase } from '#db/database.ts';
import { createTestTracking, createTrackingApp } from '#tests/factories/tracking.ts';

const [side = '', url = ''] = process.argv.slice(2);

/** Parses a body, writes a line per report, and responds once its batch is committed. */
function bareApp(pool: pg.Pool): FastifyInstance {
  let waiting: { lines: string; kept: () => void; lost: (error: unknown) => void }[] = [];
  let isWriting = false;
  async function drain(): Promise<void> {
    isWriting = true;
    await new Promise<void>((turn) => setImmediate(turn));
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const client = await pool.connect();
      try {
        const lines = Buffer.from(group.map((one) => one.lines).join(''));
        await copyFrom(
          client,
          'copy tracking_events (received_at, source, session, seq, happened_at, tracking_type, channel, rendition, playback_log_id, network, agent, heard, detail) from stdin',
          Readable.from([lines]),
        );
        for (const { kept } of group) kept();
      } catch (error) {
        for (const { lost } of group) lost(error);
      } finally {
        client.release();
      }
    }
    isWriting = false;
  }
  const app = fastify();
  app.post('/v2/tracking/live', async (request, reply) => {
    const { tracking, batch } = JSON.parse(request.body as string) as {
      tracking: Record<string, number | string | number[][]>[];
      batch: { session: string; sent_ts: number };
    };
    const now = new Date().toISOString();
    const lines = tracking
      .map((one) =>
        [
          now,
          3,
          batch.session,
          one['seq'],
          now,
          one['tracking_type'],
          one['channel'],
          one['rendition'],
          one['playback_log_id'],
          '127.0.0.0/24',
          'other',
          `{${(one['heard'] as number[][])
            .flat()
            .map((at) => Math.round(at * 1000))
            .join(',')}}`,
          JSON.stringify({ behind: one['behind'] }),
        ].join('\t'),
      )
      .join('\n');
    await new Promise<void>((kept, lost) => {
      waiting.push({ lines: `${lines}\n`, kept, lost });
      if (!isWriting) void drain();
    });
    return reply.type('text/plain').send('');
  });
  return app;
}

const { db, pool } = openDatabase(url, { max: 2 });
const app =
  side === 'bare'
    ? bareApp(pool)
    : await createTrackingApp({ ...createTestTracking({ db, url }, () => new Date()), takeTurn: () => 0 });
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`);
