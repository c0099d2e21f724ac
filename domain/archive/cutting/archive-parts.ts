import type { Tx } from '#db/database.ts';
import { cutSections, type CutSection } from './archive-cut.rules.ts';
import {
  insertSections,
  listKnownSections,
  listMarks,
  mergeSection,
  setSectionsAside,
  updateSection,
  type KnownBroadcast,
  type KnownSection,
} from './archive-cut.store.ts';
import { matchSpans, sameInstant } from './archive-match.rules.ts';

/** Parts of a known broadcast that staff or an import defined. */
export const rundownOf = (sections: readonly KnownSection[], broadcast: KnownBroadcast | undefined) =>
  broadcast === undefined
    ? []
    : sections.filter(
        (part) =>
          part.archiveId === broadcast.id && !part.isMerged && (part.source === 'staff' || part.source === 'import'),
      );

export type WantedPart = CutSection & { archiveId: number; programId: number };

/** Matches and saves parts, as for broadcasts; parts of broadcasts outside the stretch are unchanged. */
export async function saveParts(
  tx: Tx,
  wanted: readonly WantedPart[],
  known: readonly KnownSection[],
  goneIds: ReadonlySet<number>,
): Promise<number[]> {
  const ours = new Set(wanted.map((part) => part.archiveId));
  const { rows, left } = matchSpans(
    wanted,
    known.filter((part) => ours.has(part.archiveId) || goneIds.has(part.archiveId)),
    // A part that is split by a mark keeps its id where it began, also if most of it is after the mark.
    (part, row) => (part.source === 'studio') === (row.source === 'studio'),
  );
  const changed = wanted.flatMap((part, index) => {
    const row = rows[index];
    if (row === undefined) return [];
    const isSame =
      !row.isMerged &&
      sameInstant(row, part) &&
      row.archiveId === part.archiveId &&
      row.sectionNo === part.sectionNo &&
      row.title === part.title &&
      row.source === part.source;
    return isSame ? [] : [{ part, id: row.id }];
  });
  const gone = left.filter(({ into }) => into !== null);
  await setSectionsAside(tx, [...changed.map(({ id }) => id), ...gone.map(({ row }) => row.id)]);
  for (const { part, id } of changed) await updateSection(tx, id, part);
  const fresh = wanted.flatMap((part, index) => (rows[index] === undefined ? [{ part, index }] : []));
  const ids = await insertSections(
    tx,
    fresh.map(({ part }) => part),
  );
  const idAt = new Map(wanted.flatMap((_, index) => (rows[index] ? [[index, rows[index].id]] : [])));
  for (const [i, { index }] of fresh.entries()) idAt.set(index, ids[i] ?? 0);
  for (const { row, into } of gone) {
    const heir = idAt.get(into ?? -1);
    if (heir !== undefined) await mergeSection(tx, row.id, heir);
  }
  return [...changed.map(({ id }) => id), ...ids, ...gone.map(({ row }) => row.id)];
}

/** Applies a rundown to a broadcast; known parts keep their ids. */
export async function saveRundown(
  tx: Tx,
  broadcast: Omit<KnownBroadcast, 'isMerged'> & { streamId: number },
  rundown: readonly Omit<CutSection, 'sectionNo'>[],
  now: Date,
): Promise<void> {
  const known = await listKnownSections(tx, [{ ...broadcast, isMerged: false }]);
  const { id: archiveId, programId, streamId, startsAt, endsAt } = broadcast;
  const marks = await listMarks(tx, streamId, startsAt, endsAt);
  const parts = cutSections(broadcast, { rundown, reports: [], marks }, now);
  await saveParts(
    tx,
    parts.map((part) => ({ ...part, archiveId, programId })),
    known,
    new Set(),
  );
}
