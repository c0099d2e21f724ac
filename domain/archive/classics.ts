import type { Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { insertClassic } from './archive-hand.store.ts';
import { announce, audit, type Hand } from './archive-hand.ts';
import { keptAs } from './archive-cut.ts';
import type { SoundKeeper } from './archive-services.ts';
import { hasProgram } from './archive.store.ts';
import { importRundown, importTranscript } from './transcripts.ts';

export type { SoundKeeper } from './archive-services.ts';

/** What was never live, or long before anybody recorded it: sound of a tape, as it is to be heard again. */
export interface Classic {
  /** The tape; it begins when the broadcast was first heard. */
  streamId: number;
  startsAt: Date;
  endsAt: Date;
  programId: number;
  /** In place of the programme's own. */
  title: string | null;
  /** Until when it may be heard; null: for good. */
  availableUntil: Date | null;
  /** Its parts and their names, WebVTT; null: one part, of the whole. */
  rundown: string | null;
  /** What is said in it, WebVTT. */
  transcript: string | null;
}

/** Makes the broadcast of a tape, with its parts and words, and has its sound kept as long as it may be heard. */
export async function addClassic(
  tx: Tx,
  { sound, now }: { sound: Pick<SoundKeeper, 'keepSound'>; now: Date },
  hand: Hand,
  { rundown, transcript, ...classic }: Classic,
): Promise<{ archiveId: number }> {
  const { streamId, startsAt, endsAt, programId, availableUntil } = classic;
  if (!isPossibleId(programId) || !(await hasProgram(tx, programId)))
    throw new DomainError('dataNotFound', `there is no programme ${programId}`);
  const archiveId = await insertClassic(tx, { ...classic, dayHk: stationDayOf(startsAt) });
  const why = keptAs(archiveId);
  await sound.keepSound(tx, { streamId, startsAt, endsAt, keptUntil: availableUntil, why });
  await audit(tx, hand, 'import classic', { archiveId, streamId, programId }, now);
  if (rundown !== null) await importRundown(tx, { now }, hand, { archiveId, text: rundown });
  if (transcript !== null) await importTranscript(tx, { now }, hand, { archiveId, text: transcript });
  await announce(tx, archiveId);
  return { archiveId };
}
