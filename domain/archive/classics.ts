import type { Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { isPossibleId } from '#shared/ids.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { insertClassic } from './cutting/staff-actions.store.ts';
import { announce } from './cutting/staff-actions.ts';
import { keptAs } from './cutting/archive-cut.ts';
import type { SoundKeeper } from './archive-services.ts';
import { hasProgram } from './archive.store.ts';
import { findShownOverlap } from './importing/classic-imports.store.ts';
import { importRundown, importTranscript } from './words/transcripts.ts';

export type { SoundKeeper } from './archive-services.ts';

/** A broadcast that was never live, or predates recording: the sound of a tape. */
export interface Classic {
  /** The tape; its start is the original broadcast time. */
  streamId: number;
  startsAt: Date;
  endsAt: Date;
  programId: number;
  /** Overrides the programme's title. */
  title: string | null;
  /** Until when it is available; null: indefinitely. */
  availableUntil: Date | null;
  /** Parts with their names, WebVTT; null: one part. */
  rundown: string | null;
  /** Transcript, WebVTT. */
  transcript: string | null;
}

/**
 * Throws `dataNotFound` if there is no such programme, `invalidParam` if the span is not in the past, and `conflict` if the
 * programme has a broadcast there that can be heard.
 */
export async function demandClassicSpan(
  tx: Tx,
  { programId, startsAt, endsAt }: Pick<Classic, 'programId' | 'startsAt' | 'endsAt'>,
  now: Date,
): Promise<void> {
  if (!isPossibleId(programId) || !(await hasProgram(tx, programId)))
    throw new DomainError('dataNotFound', `programme ${programId} does not exist`);
  if (endsAt > now) throw impossible('classic-not-past');
  const other = await findShownOverlap(tx, { programId, startsAt, endsAt });
  if (other !== undefined) throw refused('broadcast-at-that-time', { broadcast_id: other });
}

/** Creates the broadcast of a tape with its parts and transcript, and keeps its sound while it is available. */
export async function addClassic(
  tx: Tx,
  { sound, now }: { sound: Pick<SoundKeeper, 'keepSound'>; now: Date },
  hand: Hand,
  { rundown, transcript, ...classic }: Classic,
): Promise<{ archiveId: number }> {
  const { streamId, startsAt, endsAt, programId, availableUntil } = classic;
  await demandClassicSpan(tx, classic, now);
  const archiveId = await insertClassic(tx, { ...classic, dayHk: stationDayOf(startsAt) });
  const why = keptAs(archiveId);
  await sound.keepSound(tx, { streamId, startsAt, endsAt, keptUntil: availableUntil, why });
  const after = { streamId, programId };
  await recordAudit(tx, hand, { action: 'archive.import-tape', subject: ['replay', archiveId], after }, now);
  if (rundown !== null) await importRundown(tx, { now }, hand, { archiveId, text: rundown });
  if (transcript !== null) await importTranscript(tx, { now }, hand, { archiveId, text: transcript });
  await announce(tx, archiveId);
  return { archiveId };
}
