import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { deleteUpload, lockUploads, updateUpload, type Upload, type UploadServices } from '#domain/uploads/uploads.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { isPossibleId } from '#shared/ids.ts';
import { demandClassicSpan, type Classic } from '#domain/archive/classics.ts';
import { parseWebVtt } from '#domain/archive/words/webvtt.rules.ts';
import * as store from './classic-imports.store.ts';
import type { ClassicImport } from './classic-imports.store.ts';

// Classics that staff import at the desk: asked by an action, done by a worker, which may be killed at any moment.

/** Task that imports. */
export const IMPORT_CLASSIC = 'import-classic';
const LISTED = 30;
/** Claim of a worker; it is renewed with each report of progress. */
const HOLD_MS = 60_000;
const REPORT_EACH_MS = 2_000;
/** After this many failures of the machine, staff must handle it. */
const MAX_FAULTS = 3;
/** Faults of the files or their metadata. */
const REFUSALS: ReadonlySet<string> = new Set([
  'conflict',
  'dataNotFound',
  'fileNotFound',
  'invalidParam',
  'tooLarge',
  'unsupportedMediaType',
]);

/** Metadata of a classic. */
export type ClassicWords = Omit<Classic, 'streamId' | 'endsAt'>;

/** Imports files as a classic: all of it or nothing, in one transaction at the end. */
export type ImportClassic = (
  order: ClassicWords & { files: readonly { path: string; name: string }[] },
  hand: Hand,
  on: {
    now: Date;
    /** Awaited; a throw ends the import. */
    progress: (step: 'read' | 'store', share: number) => Promise<void>;
    /** In the transaction that creates the broadcast. */
    done: (tx: Tx, archiveId: number) => Promise<void>;
  },
) => Promise<unknown>;

export interface ClassicImportServices {
  db: Db;
  uploads: UploadServices;
  importClassic: ImportClassic;
  /** Aborts running work when the process shuts down. */
  signal?: AbortSignal;
}

/** The claim was lost: the import was cancelled, or another worker has it. */
class TakenAway extends Error {}
class Stopped extends Error {}

/** Throws `invalidParam` with the line of a WebVTT file that cannot be read. */
function demandWords({ rundown, transcript }: Pick<ClassicWords, 'rundown' | 'transcript'>): void {
  for (const [what, text] of Object.entries({ rundown, transcript })) {
    const read = text === null ? null : parseWebVtt(text);
    if (read?.ok === false) throw impossible('vtt-line', { ...read.fault, reason: `${read.fault.reason} (${what})` });
  }
}

async function getLockedImport(tx: Tx, id: number): Promise<ClassicImport> {
  const row = isPossibleId(id) ? await store.lockImport(tx, id) : undefined;
  if (row === undefined) throw new DomainError('dataNotFound', `import ${id} does not exist`);
  return row;
}

/** The programme of an import. Throws `dataNotFound`. */
export const programOfImport = async (tx: Tx, id: number): Promise<number> => (await getLockedImport(tx, id)).programId;

const uploadsOf = ({ firstUploadId, secondUploadId }: ClassicImport): string[] =>
  [firstUploadId, secondUploadId].filter((id) => id !== null);

/** Complete uploads of the caller, or of the import that is corrected, in the order asked. Throws `dataNotFound`. */
async function takeFiles(
  tx: Tx,
  ids: readonly string[],
  { accountId, former }: { accountId: number; former: readonly string[] },
): Promise<Upload[]> {
  const found = await lockUploads(tx, ids);
  return ids.map((id) => {
    const upload = found.find((row) => row.id === id);
    const isOurs = upload?.accountId === accountId || former.includes(id);
    if (upload === undefined || !isOurs || upload.purpose !== 'classic')
      throw new DomainError('dataNotFound', 'one of the files does not exist');
    if (upload.state !== 'received') throw refused('file-not-ready', { file_name: upload.fileName });
    return upload;
  });
}

/** Releases the files of a stopped import: to be used again, or deleted in a week. */
async function releaseFiles(tx: Tx, row: ClassicImport, now: Date): Promise<void> {
  for (const { id, state } of await lockUploads(tx, uploadsOf(row)))
    if (state === 'held') await updateUpload(tx, id, { state: 'received', activeAt: now });
}

const shown = ({ programId, title, startsAt, availableUntil }: ClassicWords) => ({
  programId,
  title,
  startsAt,
  availableUntil,
});

/**
 * Asks a worker to import files as a classic. `importId`: corrects one that was refused or failed, and restarts it.
 * Throws `dataNotFound`, `invalidParam` and `conflict` for what can be known before the files are read.
 */
export async function askImport(
  tx: Tx,
  { now }: { now: Date },
  hand: Hand,
  { uploadIds, importId, ...words }: ClassicWords & { uploadIds: readonly string[]; importId: number | null },
): Promise<number> {
  const { accountId, who, why } = hand;
  if (accountId === undefined) throw new DomainError('invalidParam', 'files are uploaded at the desk');
  const former = importId === null ? null : await getLockedImport(tx, importId);
  if (former !== null && former.state !== 'refused' && former.state !== 'failed')
    throw refused('import-state', { import_id: former.id, state: former.state });
  // Its length is not known yet.
  const endsAt = new Date(words.startsAt.getTime() + 1);
  if ((await store.findShownOverlap(tx, { ...words, endsAt })) !== undefined) throw refused('classic-overlaps');
  await demandClassicSpan(tx, { ...words, endsAt }, now);
  if (words.availableUntil !== null && words.availableUntil <= now) throw impossible('classic-not-available');
  demandWords(words);
  const files = await takeFiles(tx, uploadIds, { accountId, former: former ? uploadsOf(former) : [] });
  for (const { id } of files) await updateUpload(tx, id, { state: 'held' });
  const row = {
    ...words,
    accountId,
    who,
    why,
    firstUploadId: files[0]!.id,
    secondUploadId: files[1]?.id ?? null,
    state: 'importing' as const,
    step: null,
    stepDone: 0,
    reason: null,
    faults: 0,
  };
  const id = former === null ? await store.insertImport(tx, { ...row, createdAt: now }) : former.id;
  if (former !== null) await store.updateImport(tx, id, row);
  const after = { ...shown(words), files: files.map(({ fileName }) => fileName) };
  const values = { ...(former && { before: shown(former) }), after };
  await recordAudit(tx, hand, { action: 'archive.import-classic', subject: ['classic-import', id], ...values }, now);
  await queueImport(tx, id);
  return id;
}

/** Drops an import that is not done; its files can be used again. Throws `dataNotFound` and `conflict`. */
export async function dropImport(tx: Tx, { now }: { now: Date }, hand: Hand, importId: number): Promise<void> {
  const row = await getLockedImport(tx, importId);
  if (row.state === 'imported') throw refused('import-state', { import_id: importId, state: row.state });
  await releaseFiles(tx, row, now);
  await store.deleteImport(tx, importId);
  const before = { ...shown(row), state: row.state };
  await recordAudit(tx, hand, { action: 'archive.drop-import', subject: ['classic-import', importId], before }, now);
}

/** Imports, newest first. */
export const listImports = ({ db }: { db: Db }) => store.selectImports(db, LISTED);

/** An import with what was typed, to correct it. Throws `dataNotFound`. */
export async function getImport({ db }: { db: Db }, id: number) {
  const row = isPossibleId(id) ? await store.findImport(db, id) : undefined;
  if (row === undefined) throw new DomainError('dataNotFound', `import ${id} does not exist`);
  return row;
}

const queueImport = (tx: Tx, importId: number): Promise<void> =>
  queueJob(tx, IMPORT_CLASSIC, { importId }, { jobKey: `${IMPORT_CLASSIC}/${importId}` });

/** Queues the next import: after each, and each minute for those whose worker was killed. */
export async function queueImports({ db }: Pick<ClassicImportServices, 'db'>, now: Date): Promise<void> {
  const id = await store.findWaitingImport(db, now);
  if (id !== undefined) await db.transaction((tx) => queueImport(tx, id));
}

/** Claims an import, unless one is claimed. */
const claim = (db: Db, importId: number, now: Date) =>
  db.transaction(async (tx) => {
    await store.lockClaims(tx);
    if (await store.isAnyHeld(tx, now)) return null;
    const row = await store.lockImport(tx, importId);
    if (row?.state !== 'importing') return null;
    const held = { heldBy: randomUUID(), heldUntil: new Date(now.getTime() + HOLD_MS) };
    await store.updateImport(tx, importId, { ...held, step: 'read', stepDone: 0 });
    return { ...row, heldBy: held.heldBy, files: await lockUploads(tx, uploadsOf(row)) };
  });

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>;

/** Ends an attempt: refused or failed with the reason, to be tried again, or left to another worker. */
async function endBadly({ db }: ClassicImportServices, claimed: Claimed, error: unknown, now: Date): Promise<void> {
  if (error instanceof TakenAway) return;
  const free = { heldBy: null, heldUntil: null, step: null, stepDone: 0 };
  if (error instanceof Stopped) {
    await store.updateHeldImport(db, claimed, free);
    return;
  }
  const isRefused = error instanceof DomainError && REFUSALS.has(error.errorName);
  const reason = (error instanceof DomainError ? error.sentence : null) ?? String(error);
  const faults = isRefused ? 0 : claimed.faults + 1;
  if (!isRefused && faults < MAX_FAULTS) {
    // A claim without a live worker: restarted when it expires.
    await store.updateHeldImport(db, claimed, { faults, heldUntil: new Date(now.getTime() + HOLD_MS) });
    return;
  }
  await db.transaction(async (tx) => {
    const state = isRefused ? 'refused' : 'failed';
    if (await store.updateHeldImport(tx, claimed, { ...free, state, reason, faults }))
      await releaseFiles(tx, claimed, now);
  });
}

/**
 * Imports a requested classic. Killed anywhere, it leaves nothing visible, and the next call restarts it.
 */
export async function runImport(
  services: ClassicImportServices,
  importId: number,
  { clock }: { clock: () => Date },
): Promise<void> {
  const { db, uploads, importClassic, signal } = services;
  const claimed = await claim(db, importId, clock());
  if (claimed === null) return;
  const { files, who, why, accountId, programId, title, startsAt, availableUntil, rundown, transcript } = claimed;
  let reportedAt = 0;
  let reported: string | null = null;
  const progress = async (step: 'read' | 'store', share: number): Promise<void> => {
    if (signal?.aborted) throw new Stopped();
    const now = clock();
    if (step === reported && now.getTime() - reportedAt < REPORT_EACH_MS) return;
    [reported, reportedAt] = [step, now.getTime()];
    const heldUntil = new Date(now.getTime() + HOLD_MS);
    if (!(await store.updateHeldImport(db, claimed, { step, stepDone: share, heldUntil }))) throw new TakenAway();
  };
  const done = async (tx: Tx, archiveId: number): Promise<void> => {
    const ended = { heldBy: null, heldUntil: null, step: null, stepDone: 0, rundown: null, transcript: null };
    if (!(await store.updateHeldImport(tx, claimed, { ...ended, state: 'imported', archiveId }))) throw new TakenAway();
    for (const { id } of files) await updateUpload(tx, id, { state: 'added', activeAt: clock() });
  };
  const sources: { path: string; name: string }[] = [];
  const order = {
    programId,
    title,
    startsAt,
    availableUntil,
    rundown,
    transcript,
    files: sources,
  };
  try {
    for (const { id, fileName, bytes } of files)
      sources.push({ path: await uploads.files.open(id, bytes), name: fileName });
    await importClassic(order, { who, why, accountId }, { now: clock(), progress, done });
  } catch (error) {
    await endBadly(services, claimed, error, clock());
    return;
  }
  // After a kill here they are deleted in a week.
  for (const { id } of files) {
    await uploads.files.remove(id);
    await deleteUpload(db, id);
  }
}
