import type { Db } from '#db/database.ts';
import { cutMarks } from '#domain/archive/cutting/archive-cut.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { noteReadOut } from '#domain/contact/studio-letters.ts';
import { getOnAir } from '#domain/timetable/timetable.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  countMarks,
  findMarkOfPress,
  insertMark,
  lockLink,
  lockMark,
  withdrawMark,
  type StudioLink,
  type StudioMark,
} from './studio.store.ts';

/** Per programme, including withdrawn ones. */
export const MAX_MARKS = 200;

/** A screen is no person; the audit has its name, which cannot be taken for that of an account. */
const handOf = ({ name }: StudioLink): Hand => ({ who: `studio: ${name}`, why: 'a key of the studio screen' });

interface Press {
  pressKey: string;
  kind: 'moment' | 'read-out';
  title: string;
  /** The letter that was read. */
  letterId: number | null;
  /** How long ago the key was pressed. */
  ageMs: number;
}

/**
 * Marks the instant of a press, which begins a part of the broadcast on air then. A press that is sent again is the same mark.
 * Throws `conflict` above the limit of a programme, and `dataNotFound` for a letter that is not in this studio.
 */
export async function markMoment(
  { db, now }: { db: Db; now: Date },
  link: StudioLink,
  { pressKey, kind, title, letterId, ageMs }: Press,
): Promise<StudioMark> {
  const { id: linkId, channelId } = link;
  // A studio is live: what it says now is what the stream has now.
  const at = new Date(now.getTime() - ageMs);
  const { current } = await getOnAir({ db, now: at }, channelId, 1);
  return db.transaction(async (tx) => {
    await lockLink(tx, linkId);
    const former = await findMarkOfPress(tx, linkId, pressKey);
    if (former !== null) return former;
    if ((await countMarks(tx, channelId, new Date(current.startsAtMs), new Date(current.endsAtMs))) >= MAX_MARKS)
      throw new DomainError('conflict', { why: 'too-many-marks' });
    if (letterId !== null) await noteReadOut(tx, { id: letterId, channelId }, at);
    const made = await insertMark(tx, { linkId, channelId, at, kind, title, letterId, pressKey, createdAt: now });
    const archiveId = await cutMarks(tx, { channelId, at }, now);
    const after = { at, kind, archiveId };
    await recordAudit(tx, handOf(link), { action: 'studio.mark', subject: ['studio-link', linkId], after }, now);
    return made;
  });
}

/**
 * Withdraws a mark of the programme on air; its part joins the one before. Throws `dataNotFound` for a mark of another channel,
 * and `conflict` once the programme is over.
 */
export async function takeMarkBack({ db, now }: { db: Db; now: Date }, link: StudioLink, id: number): Promise<void> {
  const { channelId } = link;
  const { current } = await getOnAir({ db, now }, channelId, 1);
  await db.transaction(async (tx) => {
    const mark = await lockMark(tx, id);
    if (mark?.channelId !== channelId) throw new DomainError('dataNotFound', `there is no mark ${id}`);
    if (mark.withdrawnAt !== null) return;
    const { at, kind, letterId } = mark;
    if (at.getTime() < current.startsAtMs) throw new DomainError('conflict', { why: 'mark-is-over' });
    await withdrawMark(tx, id, now);
    if (letterId !== null) await noteReadOut(tx, { id: letterId, channelId }, null);
    const archiveId = await cutMarks(tx, { channelId, at }, now);
    const before = { at, kind, archiveId };
    await recordAudit(tx, handOf(link), { action: 'studio.take-back', subject: ['studio-link', link.id], before }, now);
  });
}
