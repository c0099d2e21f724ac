import type { Db, ReadDb, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { impossible } from '#shared/staff/refusals.ts';
import { announce, getLockedBroadcast } from '#domain/archive/cutting/staff-actions.ts';
import { saveRundown } from '#domain/archive/cutting/archive-parts.ts';
import { sectionAt } from '#domain/archive/archive.ts';
import type { Section } from '#domain/archive/archive.schema.ts';
import { findCueAt, findCues, replaceCues, searchCues, type CuePosition, type SaidRow } from './transcripts.store.ts';
import { parseWebVtt, type Cue } from './webvtt.rules.ts';

/** A broadcast of a full day of talk has some twenty thousand. */
const MAX_CUES = 50_000;

function cuesOf(text: string): Cue[] {
  const read = parseWebVtt(text);
  if (!read.ok) throw impossible('vtt-line', read.fault);
  return read.cues;
}

async function broadcastFor(tx: Tx, archiveId: number, cues: readonly Cue[]) {
  const broadcast = await getLockedBroadcast(tx, archiveId);
  const { startsAt, endsAt } = broadcast;
  const parts = cues.map(({ startMs, endMs, words }) => ({
    startsAt: new Date(startsAt.getTime() + startMs),
    endsAt: new Date(startsAt.getTime() + endMs),
    words,
  }));
  const late = parts.findIndex((part) => part.startsAt >= endsAt);
  if (late >= 0) throw impossible('vtt-late', { cue: late + 1, of: 'broadcast' });
  return { broadcast, parts };
}

/** Replaces a broadcast's transcript; times are relative to its start. */
export async function importTranscript(
  tx: Tx,
  { now }: { now: Date },
  hand: Hand,
  { archiveId, text }: { archiveId: number; text: string },
): Promise<number> {
  const { broadcast, parts } = await broadcastFor(tx, archiveId, cuesOf(text));
  const { id, streamId, startsAt: from, endsAt: to } = broadcast;
  await replaceCues(tx, { streamId, from, to }, parts);
  const after = { cues: parts.length };
  await recordAudit(tx, hand, { action: 'archive.import-transcript', subject: ['replay', id], after }, now);
  await announce(tx, id);
  return parts.length;
}

/** Imports a broadcast's parts with names; times are relative to its start. */
export async function importRundown(
  tx: Tx,
  { now }: { now: Date },
  hand: Hand,
  { archiveId, text }: { archiveId: number; text: string },
): Promise<number> {
  const { broadcast, parts } = await broadcastFor(tx, archiveId, cuesOf(text));
  await saveRundown(
    tx,
    broadcast,
    parts.map(({ words, ...span }) => ({ ...span, title: words, source: 'import' as const })),
    now,
  );
  const after = { parts: parts.length };
  await recordAudit(tx, hand, { action: 'archive.import-rundown', subject: ['replay', broadcast.id], after }, now);
  await announce(tx, broadcast.id);
  return parts.length;
}

/** The transcript of a section, optionally from a moment on, if its programme publishes it. */
export async function listTranscript(
  db: ReadDb,
  { broadcast, startsAt, endsAt }: Pick<Section, 'broadcast' | 'startsAt' | 'endsAt'>,
  { from = startsAt, limit = MAX_CUES }: { from?: Date; limit?: number } = {},
) {
  return broadcast.hasPublicTranscript ? findCues(db, broadcast.streamId, from, endsAt, limit) : [];
}

/** A page of a broadcast's transcript, also one that is not published; with `q`, of the cues that contain it. */
export async function listCuesForStaff(
  db: Db,
  broadcast: { streamId: number; startsAt: Date; endsAt: Date },
  { limit, ...asked }: { after?: CuePosition | undefined; q?: string | undefined; limit: number },
) {
  const rows = await searchCues(db, broadcast, { ...asked, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? { startsAtMs: last.startsAt.getTime(), id: last.id } : null };
}

/** The cue at a moment, if a transcript is published. */
export async function saidAt(db: Db, { streamId, at }: { streamId: number; at: Date }): Promise<SaidRow | null> {
  const section = await sectionAt(db, streamId, at);
  return section?.broadcast.hasPublicTranscript ? findCueAt(db, streamId, at) : null;
}
