import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { dayHk } from '#shared/http/query.ts';
import type { Db } from '#db/database.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { impossible } from '#shared/staff/refusals.ts';
import { dayHkOf, type DayHk } from '#shared/hk-time.ts';
import { csvDownload, download } from '#shared/http/csv-download.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { csvLine } from '#shared/text/csv.ts';
import { demandReports } from './audience.ts';
import { figureTable } from './figure-tables.ts';
import {
  adsReply,
  contentReply,
  listeningReply,
  nowReply,
  presentAds,
  presentContent,
  presentListening,
  presentNow,
  presentStanding,
} from './figures.present.ts';
import { FIGURE_TABLES, MAX_PROOF_CHARS } from './figures.rules.ts';
import { adsOf, countsOf, dayLine, listenersNow, programmesOf, standingOf } from './figures.ts';
import { proofKey, proofOfPlay, verifyProof } from './proof-of-play.ts';
import { exportDay } from './warehouse.ts';

export interface FiguresStaffServices {
  db: Db;
  clock: () => Date;
  /** The station's secret, from which the key of proofs is derived. */
  secretKey: string;
  siteUrl: string;
}

const daySchema = dayHk().describe('Hong Kong day, not in the future');
const dayQuery = z.object({ day: daySchema.optional() });
const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam');

function demandPast(day: DayHk, now: Date): void {
  if (day > dayHkOf(now)) throw impossible('day-in-future', { day });
}

/** Figures of listeners, readers and advertisements, for staff. */
export async function figuresStaffApi(
  app: FastifyInstance,
  { db, clock, secretKey, siteUrl }: FiguresStaffServices,
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const common = { tags: ['figures'] };

  const recordExport = async (request: FastifyRequest, what: string, now: Date) => {
    const { name: who, accountId } = await staffOf(request);
    const entry = { action: 'figures.export', subject: ['export', what] } as const;
    await db.transaction((tx) => recordAudit(tx, { who, why: 'figures.export', accountId }, entry, now));
  };
  /** The day of a query, which is today without one. */
  const dayOf = (day: DayHk | undefined, now: Date) => {
    const today = dayHkOf(now);
    if (day !== undefined) demandPast(day, now);
    return { day: day ?? today, today };
  };

  api.get(
    '/api/staff/figures/now',
    {
      schema: {
        ...common,
        summary: 'Listeners of the last three whole minutes',
        response: { 200: wrapped(nowReply), ...refusals('notAuthenticated', 'forbidden') },
      },
      ...staffOnly('figures.see'),
    },
    async () => ok(presentNow(await listenersNow({ db, now: clock() }))),
  );
  api.get(
    '/api/staff/figures/listening',
    {
      schema: {
        ...common,
        summary: 'A day by minute, its programmes, replays, films and faults of players, and how reliable it is',
        querystring: dayQuery,
        response: { 200: wrapped(listeningReply), ...refused },
      },
      ...staffOnly('figures.see'),
    },
    async ({ query }) => {
      const now = clock();
      const days = dayOf(query.day, now);
      const [lines, programmes, counts, standing] = await Promise.all([
        dayLine({ db }, days.day),
        programmesOf({ db, now }, days.day),
        countsOf({ db }, days.day),
        standingOf({ db }, days.day),
      ]);
      return ok({ ...days, ...presentListening(lines, programmes, counts), standing: presentStanding(standing) });
    },
  );
  api.get(
    '/api/staff/figures/content',
    {
      schema: {
        ...common,
        summary: 'Articles, searches and consent of a day',
        querystring: dayQuery,
        response: { 200: wrapped(contentReply), ...refused },
      },
      ...staffOnly('figures.see'),
    },
    async ({ query }) => {
      const days = dayOf(query.day, clock());
      const [counts, standing] = await Promise.all([countsOf({ db }, days.day), standingOf({ db }, days.day)]);
      return ok({ ...days, ...presentContent(counts), standing: presentStanding(standing) });
    },
  );
  api.get(
    '/api/staff/figures/ads',
    {
      schema: {
        ...common,
        summary: 'Advertising of a day by slot, bidder and advertiser',
        querystring: dayQuery,
        response: { 200: wrapped(adsReply), ...refused },
      },
      ...staffOnly('figures.see'),
    },
    async ({ query }) => {
      const days = dayOf(query.day, clock());
      return ok({ ...days, ...presentAds(await adsOf({ db }, days.day)) });
    },
  );
  api.get(
    '/api/staff/figures/:table.csv',
    {
      schema: {
        ...common,
        summary: 'A table of a day as CSV',
        params: z.object({ table: z.enum(FIGURE_TABLES) }),
        querystring: z.object({ day: daySchema }),
        response: refused,
      },
      ...staffOnly('figures.see'),
    },
    async (request, reply) => {
      const { table } = request.params;
      const { day } = request.query;
      const now = clock();
      demandPast(day, now);
      await recordExport(request, `${table} ${day}`, now);
      const { head, rows } = await figureTable({ db, now }, day, table);
      const lines = function* () {
        yield csvLine(head);
        for (const row of rows) yield csvLine(row);
      };
      return csvDownload(reply, `${table}-${day}.csv`).send(Readable.from(lines()));
    },
  );
  api.get(
    '/api/staff/figures/reports.parquet',
    {
      schema: {
        ...common,
        summary: 'The reports of a day as a Parquet file, without members and addresses, as of `npm run audience`',
        querystring: z.object({ day: daySchema }),
        response: refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound'),
      },
      ...staffOnly('figures.export'),
    },
    async (request, reply) => {
      const { day } = request.query;
      const now = clock();
      await demandReports({ db, now }, day);
      await recordExport(request, `reports ${day}`, now);
      // Its index is at the end, and names groups of rows by their place: it is sent once it is whole.
      const folder = await mkdtemp(join(tmpdir(), 'airwave-reports-'));
      const leave = () => rm(folder, { recursive: true, force: true });
      try {
        const file = join(folder, 'reports.parquet');
        await exportDay(db, day, { file, form: 'parquet' });
        const stream = createReadStream(file);
        void finished(stream).then(leave, leave);
        return await download(reply, 'application/vnd.apache.parquet', `reports-${day}.parquet`).send(stream);
      } catch (error) {
        await leave();
        throw error;
      }
    },
  );
  api.get(
    '/api/staff/figures/proof',
    {
      schema: {
        ...common,
        summary: 'What was shown of an advertiser on a day, signed by the station',
        querystring: z.object({ advertiser: z.string().min(1).max(120), day: daySchema }),
        response: refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound'),
      },
      ...staffOnly('figures.see'),
    },
    async (request, reply) => {
      const { advertiser, day } = request.query;
      const proof = await proofOfPlay({ db, secretKey, siteUrl }, advertiser, day);
      await recordExport(request, `proof ${day}`, clock());
      const lines = Readable.from([`${JSON.stringify(proof, null, 2)}\n`]);
      return download(reply, 'application/json; charset=utf-8', `proof-of-play-${day}.json`).send(lines);
    },
  );
  api.post(
    '/api/staff/figures/proof/verify',
    {
      schema: {
        ...common,
        summary: 'Whether a proof of play was signed by this station, and is unchanged',
        body: z.object({ text: z.string().min(1).max(MAX_PROOF_CHARS) }),
        response: {
          200: wrapped(
            z.object({
              is: z.enum(['true', 'false', 'unreadable']),
              advertiser: z.string().nullable(),
              day: z.string().nullable(),
            }),
          ),
          ...refused,
        },
      },
      ...staffOnly('figures.see'),
    },
    async ({ body }) => {
      const read = verifyProof(proofKey(secretKey), body.text);
      if (read === null) return ok({ is: 'unreadable' as const, advertiser: null, day: null });
      const is = read.isTrue ? ('true' as const) : ('false' as const);
      return ok({ is, advertiser: read.proof.advertiser, day: read.proof.dayHk });
    },
  );
}
