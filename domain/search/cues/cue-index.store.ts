import { asc, gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { transcriptCues } from '#db/tables/archive.ts';
import { searchCues } from '#db/tables/search.ts';
import { textTokens } from '#domain/search/tokens.rules.ts';

const CUES_A_BATCH = 2_000;

interface CueRow {
  id: number;
  startsAt: Date;
  words: string;
}

async function saveCues(db: Db, cues: readonly CueRow[]): Promise<void> {
  if (cues.length === 0) return;
  // One line of tokens a cue: tokens contain no spaces, and a text is faster to send than an array of arrays.
  const lines = cues.map(({ words }) => [...textTokens(words, { singles: false })].join(' '));
  await db.execute(sql`
    insert into ${searchCues} as known (cue_id, starts_at, grams)
    select id, cue.starts_at, array_to_tsvector(array_remove(string_to_array(line, ' '), ''))
    from unnest(
      ${sql.param(cues.map(({ id }) => id))}::bigint[],
      ${sql.param(cues.map(({ startsAt }) => startsAt.toISOString()))}::timestamptz[],
      ${sql.param(lines)}::text[]
    ) as cue (cue_id, starts_at, line)
    -- One may have been deleted since it was read.
    join transcript_cues on id = cue_id for key share of transcript_cues
    on conflict (cue_id) do update set starts_at = excluded.starts_at, grams = excluded.grams
    where known.grams <> excluded.grams or known.starts_at <> excluded.starts_at`);
}

/** Indexes the transcript of a section. What was deleted from it left the index with its row. */
export async function indexCuesOf(tx: Tx, sectionId: number): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await tx.execute<{ id: string; starts_at: Date | string; words: string }>(sql`
      select c.id, c.starts_at, c.words
      from archive_sections s join program_archives a on a.id = s.archive_id
      join transcript_cues c on c.stream_id = a.stream_id and c.starts_at >= s.starts_at and c.starts_at < s.ends_at
      where s.id = ${sectionId} and c.id > ${after}
      order by c.id limit ${CUES_A_BATCH}`);
    const cues = rows.map((row) => ({ id: Number(row.id), startsAt: new Date(row.starts_at), words: row.words }));
    await saveCues(tx, cues);
    if (cues.length < CUES_A_BATCH) return;
    after = cues.at(-1)?.id ?? after;
  }
}

/** Indexes a batch of cues with a higher id. Returns the last of them; null if there is none. */
export async function indexCuesAfter(tx: Tx, id: number): Promise<number | null> {
  const cues = await tx
    .select({ id: transcriptCues.id, startsAt: transcriptCues.startsAt, words: transcriptCues.words })
    .from(transcriptCues)
    .where(gt(transcriptCues.id, id))
    .orderBy(asc(transcriptCues.id))
    .limit(CUES_A_BATCH);
  await saveCues(tx, cues);
  return cues.at(-1)?.id ?? null;
}
