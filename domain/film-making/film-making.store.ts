import { and, asc, desc, eq, ilike, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, ReadDb, Tx } from '#db/database.ts';
import { filmCaptions, filmChapters, filmJobs, filmOutputs } from '#db/tables/film-making.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';

export type FilmJob = typeof filmJobs.$inferSelect;
type FilmOutput = typeof filmOutputs.$inferSelect;
type Change = Partial<typeof filmJobs.$inferInsert>;

/** More than an editor adds at a time. */
const MAX_LISTED = 500;

export async function insertJob(tx: Tx, job: typeof filmJobs.$inferInsert): Promise<number> {
  const [row] = await tx.insert(filmJobs).values(job).returning({ id: filmJobs.id });
  return row!.id;
}

export async function findJob(db: Db, jobId: number): Promise<FilmJob | undefined> {
  const [job] = await db.select().from(filmJobs).where(eq(filmJobs.id, jobId));
  return job;
}

/** Same, locked until the transaction ends. */
export async function lockJob(tx: Tx, jobId: number): Promise<FilmJob | undefined> {
  const [job] = await tx.select().from(filmJobs).where(eq(filmJobs.id, jobId)).for('update');
  return job;
}

/** Same; throws `dataNotFound`. */
export async function getLockedJob(tx: Tx, jobId: number): Promise<FilmJob> {
  const job = isPossibleId(jobId) ? await lockJob(tx, jobId) : undefined;
  if (job === undefined) throw new DomainError('dataNotFound', `film ${jobId} does not exist`);
  return job;
}

export async function findJobOfStream(db: ReadDb, streamId: number): Promise<FilmJob | undefined> {
  const [job] = await db.select().from(filmJobs).where(eq(filmJobs.streamId, streamId));
  return job;
}

/** Same, locked until the transaction ends. */
export async function lockJobOfStream(tx: Tx, streamId: number): Promise<FilmJob | undefined> {
  const [job] = await tx.select().from(filmJobs).where(eq(filmJobs.streamId, streamId)).for('update');
  return job;
}

export async function findJobOfFile(db: Db, sourceSha256: string): Promise<FilmJob | undefined> {
  const [job] = await db.select().from(filmJobs).where(eq(filmJobs.sourceSha256, sourceSha256));
  return job;
}

export interface FilmFilter {
  state?: FilmJob['state'] | undefined;
  /** Part of its name or of its file's. */
  text?: string | undefined;
  /** Only films added before this one. */
  beforeId?: number | undefined;
}

/** Newest first. */
export function selectJobs(
  db: Db,
  { state, text, beforeId }: FilmFilter = {},
  limit: number = MAX_LISTED,
): Promise<FilmJob[]> {
  const part = text === undefined ? undefined : `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return db
    .select()
    .from(filmJobs)
    .where(
      and(
        state === undefined ? undefined : eq(filmJobs.state, state),
        part === undefined ? undefined : or(ilike(filmJobs.name, part), ilike(filmJobs.sourceName, part)),
        beforeId === undefined ? undefined : lt(filmJobs.id, beforeId),
      ),
    )
    .orderBy(desc(filmJobs.id))
    .limit(limit);
}

/** Unclaimed films in progress, oldest first. */
export async function selectWaitingJobs(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: filmJobs.id })
    .from(filmJobs)
    .where(and(eq(filmJobs.state, 'making'), or(isNull(filmJobs.heldUntil), lt(filmJobs.heldUntil, now))))
    .orderBy(asc(filmJobs.id))
    .limit(MAX_LISTED);
  return rows.map(({ id }) => id);
}

/** Serialises the claiming of jobs until the transaction ends. */
export const lockMaking = (tx: Tx): Promise<unknown> => tx.execute(sql`select pg_advisory_xact_lock(881903872)`);

/** Whether another job is claimed. */
export async function isAnotherHeld(tx: Tx, jobId: number, now: Date): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from ${filmJobs}
    where ${filmJobs.id} <> ${jobId} and ${filmJobs.state} = 'making' and ${filmJobs.heldUntil} > ${now.toISOString()}::timestamptz
    limit 1`);
  return rows.length > 0;
}

export async function updateJob(db: Db, jobId: number, change: Change): Promise<void> {
  await db.update(filmJobs).set(change).where(eq(filmJobs.id, jobId));
}

/** Same, while the claim is held; false if it was lost. */
export async function updateHeldJob(db: Db, jobId: number, heldBy: string, change: Change): Promise<boolean> {
  const rows = await db
    .update(filmJobs)
    .set(change)
    .where(and(eq(filmJobs.id, jobId), eq(filmJobs.heldBy, heldBy), eq(filmJobs.state, 'making')))
    .returning({ id: filmJobs.id });
  return rows.length === 1;
}

export async function deleteJob(tx: Tx, jobId: number): Promise<void> {
  await tx.delete(filmJobs).where(eq(filmJobs.id, jobId));
}

export const selectOutputs = (db: Db, jobId: number): Promise<FilmOutput[]> =>
  db.select().from(filmOutputs).where(eq(filmOutputs.jobId, jobId)).orderBy(asc(filmOutputs.madeAt));

/** Names of completed steps of several jobs. */
export async function selectMadeSteps(db: Db, jobIds: readonly number[]): Promise<Map<number, Set<string>>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .select({ jobId: filmOutputs.jobId, step: filmOutputs.step })
    .from(filmOutputs)
    .where(inArray(filmOutputs.jobId, [...jobIds]));
  const grouped = Map.groupBy(rows, ({ jobId }) => jobId);
  return new Map([...grouped].map(([jobId, steps]) => [jobId, new Set(steps.map(({ step }) => step))]));
}

export async function saveOutput(db: Db, output: typeof filmOutputs.$inferInsert): Promise<void> {
  const { jobId, step, ...rest } = output;
  await db
    .insert(filmOutputs)
    .values({ jobId, step, ...rest })
    .onConflictDoUpdate({ target: [filmOutputs.jobId, filmOutputs.step], set: rest });
}

export const selectCaptions = (db: ReadDb, jobId: number) =>
  db
    .select({
      lang: filmCaptions.lang,
      label: filmCaptions.label,
      fileSha256: filmCaptions.fileSha256,
      cues: filmCaptions.cues,
    })
    .from(filmCaptions)
    .where(eq(filmCaptions.jobId, jobId))
    .orderBy(asc(filmCaptions.id));

export async function saveCaptions(tx: Tx, captions: typeof filmCaptions.$inferInsert): Promise<void> {
  const { jobId, lang, ...rest } = captions;
  await tx
    .insert(filmCaptions)
    .values({ jobId, lang, ...rest })
    .onConflictDoUpdate({ target: [filmCaptions.jobId, filmCaptions.lang], set: rest });
}

export const selectChapters = (db: ReadDb, jobId: number): Promise<{ atMs: number; title: string }[]> =>
  db
    .select({ atMs: filmChapters.atMs, title: filmChapters.title })
    .from(filmChapters)
    .where(eq(filmChapters.jobId, jobId))
    .orderBy(asc(filmChapters.atMs));

/** Replaces the existing ones. */
export async function replaceChapters(
  tx: Tx,
  jobId: number,
  chapters: readonly { atMs: number; title: string }[],
): Promise<void> {
  await tx.delete(filmChapters).where(eq(filmChapters.jobId, jobId));
  if (chapters.length > 0) await tx.insert(filmChapters).values(chapters.map((chapter) => ({ jobId, ...chapter })));
}

/** Whether a file is a still or poster of a finished film. Nothing else from this storage is served by its name. */
export async function isPictureOfFilm(db: Db, fileSha256: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${filmJobs}
    where ${filmJobs.state} = 'made'
      and (${filmJobs.posterSha256} = ${fileSha256} or ${filmJobs.stills} ->> 'fileSha256' = ${fileSha256})
    limit 1`);
  return rows.length > 0;
}
