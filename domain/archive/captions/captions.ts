import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { announce } from '#domain/archive/cutting/staff-actions.ts';
import { REWIND_GRACE_MS } from '#domain/media/media.ts';
import { streamKindOf } from '#domain/media/streams.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { MAX_AHEAD_MS, MAX_DELAY_MS, MAX_CAPTION_MS, SLICE_SECONDS } from './captions.rules.ts';
import type { CaptionsTaken, SentCue } from './captions.schema.ts';
import {
  captionedSpan,
  findBroadcastsAt,
  findSentCues,
  forgetSentCues,
  lockCaptions,
  saveSentCues,
  selectCaptions,
  writeTranscript,
  type Captioner,
  type LiveCue,
} from './captions.store.ts';

export const INDEX_CAPTIONS = 'index-captions';
/** Once a broadcast is over and revisions have come. */
const INDEX_AFTER_MS = 60_000;
const CUES_A_BATCH = 5_000;

/** Throws `invalidParam`, naming the cue. */
function checkCues(cues: readonly SentCue[], now: Date): void {
  const seen = new Set<number>();
  for (const [index, { start_ts: startsAt, end_ts: endsAt }] of cues.entries()) {
    const refuse = (why: string): never => {
      throw new DomainError('invalidParam', `cue ${index + 1} ${why}`);
    };
    const behindMs = now.getTime() - startsAt.getTime();
    if (behindMs < -MAX_AHEAD_MS)
      refuse(`begins more than ${MAX_AHEAD_MS / 1_000} s ahead; synchronise the clock by NTP`);
    if (behindMs > MAX_DELAY_MS) refuse(`began more than ${MAX_DELAY_MS / 60_000} min ago`);
    const lengthMs = endsAt.getTime() - startsAt.getTime();
    if (lengthMs <= 0) refuse('ends before it begins');
    if (lengthMs > MAX_CAPTION_MS) refuse(`is longer than ${MAX_CAPTION_MS / 1_000} s`);
    if (seen.has(startsAt.getTime())) refuse('begins at the same instant as another');
    seen.add(startsAt.getTime());
  }
}

/**
 * Takes cues of a captioner. A cue is identified by its start: a later revision replaces it, the same one again changes
 * nothing. Throws `invalidParam`, and `conflict` if another captioner has a cue.
 */
export async function takeCaptions(
  tx: Tx,
  { now }: { now: Date },
  { id: captionerId, streamId }: Captioner,
  cues: readonly SentCue[],
): Promise<CaptionsTaken> {
  checkCues(cues, now);
  await lockCaptions(tx, streamId);
  const sent = await findSentCues(
    tx,
    streamId,
    cues.map((cue) => cue.start_ts),
  );
  const before = new Map(sent.map((cue) => [cue.startsAt.getTime(), cue]));
  const counts: CaptionsTaken = { taken: 0, unchanged: 0, outdated: 0, kept: 0 };
  const rows: LiveCue[] = [];
  for (const [index, { start_ts: startsAt, end_ts: endsAt, text: words, revision }] of cues.entries()) {
    const known = before.get(startsAt.getTime());
    if (known !== undefined && known.captionerId !== captionerId)
      throw new DomainError('conflict', `another captioner has cue ${index + 1}`);
    if (known?.isByStaff) counts.kept += 1;
    else if (known !== undefined && revision < known.revision) counts.outdated += 1;
    else if (known?.words === words && known.endsAt.getTime() === endsAt.getTime() && known.revision === revision)
      counts.unchanged += 1;
    else {
      counts.taken += 1;
      rows.push({ streamId, startsAt, endsAt, words, revision, captionerId, isByStaff: false, receivedAt: now });
    }
  }
  if (rows.length === 0) return counts;
  await saveSentCues(tx, rows);
  // An event has no broadcast, and what is said in it is not found by search.
  if (streamKindOf(streamId) === 'event') return counts;
  await writeTranscript(
    tx,
    streamId,
    rows.map((row) => ({ ...row, wordsBefore: before.get(row.startsAt.getTime())?.words ?? '' })),
  );
  await queueIndexing(tx, streamId, rows, now);
  return counts;
}

/** Search reads a transcript when its broadcast is over, as what is on air changes all the time. */
async function queueIndexing(tx: Tx, streamId: number, rows: readonly LiveCue[], now: Date): Promise<void> {
  const starts = rows.map((row) => row.startsAt.getTime());
  const span = { from: new Date(Math.min(...starts)), to: new Date(Math.max(...starts)) };
  for (const { id, endsAt } of await findBroadcastsAt(tx, streamId, span)) {
    const runAt = new Date(Math.max(endsAt.getTime(), now.getTime()) + INDEX_AFTER_MS);
    await queueJob(tx, INDEX_CAPTIONS, { archiveId: id }, { jobKey: `captions/${id}`, runAt });
  }
}

/** Worker: the replay of a captioned broadcast is shown and found with its words. */
export const indexCaptions = (db: Db, archiveId: number): Promise<void> =>
  db.transaction((tx) => announce(tx, archiveId));

/** Captions of a slice, by its first second. Those of an event are paid for. */
export const listCaptions = (db: Db, streamId: number, slice: number) =>
  selectCaptions(db, streamId, { from: new Date(slice * 1_000), to: new Date((slice + SLICE_SECONDS) * 1_000) });

/** From when to when a stream has captions. */
export const findCaptioned = (db: Db, streamId: number) => captionedSpan(db, streamId);

/** Clock: deletes what left the rewind window; transcripts of replays stay, and captions of an event as long as its replay. */
export async function retireCaptions({ db, now }: { db: Db; now: Date }, windowMs: number): Promise<void> {
  const asked = { now, windowMs, graceMs: REWIND_GRACE_MS };
  while ((await forgetSentCues(db, asked, CUES_A_BATCH)) === CUES_A_BATCH);
}
