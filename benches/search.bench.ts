import { sql } from 'drizzle-orm';
import pg from 'pg';
import { makeDocument } from '#domain/search/search-document.ts';
import { saveDocuments } from '#domain/search/search-index.store.ts';
import { search } from '#domain/search/search.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import type { Row } from './measure.ts';

const DOCUMENTS = 200_000;
const BATCH = 500;
const KEYWORDS = 200;
/** The reference takes half a second each. */
const LIKE_KEYWORDS = 40;
const LIMIT_RATIO = 50;

/** Mulberry32: the same documents in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Words of two and three characters with a natural frequency distribution: the first are in every other document, the
 * last in hardly any.
 */
function vocabulary(next: () => number): string[] {
  const letters = Array.from({ length: 2_500 }, (_, i) => String.fromCodePoint(0x4e00 + i * 8));
  const letter = () => letters[Math.floor(next() * letters.length)] ?? '';
  return [...new Set(Array.from({ length: 20_000 }, () => letter() + letter() + (next() < 0.2 ? letter() : '')))];
}

const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await run();
  return performance.now() - before;
}

/** 200,000 documents of some 300 characters, and keywords of two to four characters from them, from common to rare. */
export async function searchBench(): Promise<Row[]> {
  const database = await createTestDatabase();
  const { db } = database;
  try {
    const next = random(20261121);
    const words = vocabulary(next);
    const word = () => words[Math.floor(words.length * next() ** 4)] ?? '';
    const text = (length: number) => Array.from({ length }, (_, i) => word() + (i % 7 === 6 ? '，' : '')).join('');
    const now = new Date('2026-11-21T04:00:00Z');
    // A separate connection, because the pool's timeouts are too short for building an index.
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '256MB'");
    const indexes = ['grams', 'title', 'latest', 'type', 'generation', 'named'].map(
      (name) => `search_documents_${name}_idx`,
    );
    const { rows: definitions } = await db.execute<{ indexdef: string }>(
      sql`select indexdef from pg_indexes where indexname = any(${sql.param(indexes)}::text[])`,
    );
    for (const index of indexes) await db.execute(sql.raw(`drop index ${index}`));
    const samples: string[] = [];
    for (let from = 0; from < DOCUMENTS; from += BATCH) {
      const documents = Array.from({ length: BATCH }, (_, i) => {
        const id = from + i + 1;
        const title = text(6);
        const body = text(130);
        if (id % (DOCUMENTS / KEYWORDS) === 0) samples.push(body);
        const at = new Date(now.getTime() - Math.floor(next() * 3_000) * 86_400_000 - id * 1_000);
        return makeDocument({
          contentType: 301 + (id % 8),
          itemId: id,
          title,
          otherNames: [],
          body,
          keywords: [],
          slug: title,
          picture: '',
          channelBitwise: 1,
          displayAt: at,
          visibleFrom: at,
          visibleUntil: null,
          popularity: Math.floor(next() * 1_000),
        });
      });
      await saveDocuments(db, documents, 1);
    }
    const indexing = await timed(async () => {
      for (const { indexdef } of definitions) await client.query(indexdef);
    });
    await client.query('vacuum analyze search_documents');
    await client.end();
    const { rows: sizes } = await db.execute<{ size: string }>(
      sql`select pg_size_pretty(pg_relation_size('search_documents_grams_idx')) as size`,
    );
    console.log(`indexed in ${(indexing / 1000).toFixed(0)} s, ${sizes[0]?.size ?? ''}`);

    const keywords = samples.map((body, i) => {
      const runs = body.split('，').filter((run) => run.length >= 4);
      const run = runs[Math.floor(next() * runs.length)] ?? '';
      const at = Math.floor(next() * (run.length - 3));
      return run.slice(at, at + 2 + (i % 3));
    });
    const like = async (keyword: string) => {
      const pattern = `%${keyword}%`;
      await db.execute(sql`select item_id from search_documents
        where (title like ${pattern} or body like ${pattern}) and visible_from <= ${now}
        order by display_at desc limit 10`);
    };
    const rows: Row[] = [];
    const likeTimes: number[] = [];
    for (const keyword of keywords.slice(0, LIKE_KEYWORDS)) likeTimes.push(await timed(() => like(keyword)));
    for (const sort of ['latest', 'relevant'] as const) {
      let missed = 0;
      for (const keyword of keywords.slice(0, 20)) await search({ db, now }, { q: keyword, sort });
      const times: number[] = [];
      for (const keyword of keywords) {
        times.push(
          await timed(async () => {
            if ((await search({ db, now }, { q: keyword, sort })).total === 0) missed++;
          }),
        );
      }
      const ratio = p95(likeTimes) / p95(times);
      rows.push({
        promise: `search of 200,000 items, 2 to 4 letters, by ${sort}: p95 against LIKE`,
        figure: `1/${ratio.toFixed(0)} (${p95(times).toFixed(1)} ms, median ${median(times).toFixed(1)} ms, LIKE ${p95(likeTimes).toFixed(0)} ms)`,
        limit: `1/${LIMIT_RATIO}`,
        holds: ratio >= LIMIT_RATIO,
      });
      rows.push({
        promise: `keywords taken from a text that its search by ${sort} does not find`,
        figure: String(missed),
        limit: '0',
        holds: missed === 0,
      });
    }
    return rows;
  } finally {
    await database.close();
  }
}

if (import.meta.main)
  for (const row of await searchBench())
    console.log(`${row.holds ? 'holds ' : 'MISSED'}  ${row.promise}: ${row.figure} (limit ${row.limit})`);
