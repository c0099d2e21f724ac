import { libraryText } from '#app/text/zh-hk/library.ts';
import { span } from '#app/text/zh-hk/player.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { paths } from '#app/paths.ts';
import type { Db } from '#db/database.ts';
import type { ListedSection } from '#domain/library/library.ts';
import { isBegun } from '#domain/archive/archive.rules.ts';
import { positionsOf } from '#domain/playback/playback.ts';
import { channelsOf, CHANNEL_IDS } from '#shared/enums.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { phrase } from '#shared/text/phrase.ts';
import type { SectionView } from './section-row.tsx';

/** From this share on a section counts as heard (R-464: 95 % counts as complete). */
const HEARD = 0.95;

/** 今日 14:05 */
export const whenWords = (at: Date, now: Date): string =>
  `${timeText.relativeDay(dayHkOf(at), dayHkOf(now))} ${clockHk(at)}`;

/** A section as lists show it: `positionAt` is the member's position in it, `linkAt` the moment of its link. */
export function toSectionView(
  section: ListedSection,
  { positionAt, linkAt }: { positionAt: Date | null; linkAt: Date },
  now: Date,
): SectionView {
  const { wire, startsAt, endsAt } = section;
  const lengthMs = endsAt.getTime() - startsAt.getTime();
  const heard = positionAt === null ? 0 : (positionAt.getTime() - startsAt.getTime()) / lengthMs;
  const isHeard = heard >= HEARD;
  const states = [
    [!section.isHeard, libraryText.ended],
    [isHeard, libraryText.heard],
    [heard > 0, libraryText.left(span(lengthMs * (1 - heard)))],
  ] as const;
  return {
    sectionId: section.id,
    href: paths.replay(section.archiveId, { atMs: linkAt.getTime() }),
    title: phrase(wire.program_name),
    name: libraryText.named(wire.program_name, libraryText.section(wire.section_no, wire.title)),
    part: libraryText.section(wire.section_no, wire.title),
    art: section.keyart,
    channel: CHANNEL_IDS.find((id) => id === section.streamId) ?? channelsOf(wire.channel_bitwise)[0] ?? null,
    aired: whenWords(startsAt, now),
    airedAt: startsAt.toISOString(),
    lengthMs,
    state: states.find(([isSo]) => isSo)?.[1] ?? span(lengthMs),
    heardPercent: Math.round(Math.min(Math.max(heard, 0), 1) * 100),
    isHeard,
    isEnded: !section.isHeard,
  };
}

/**
 * Sections as lists show them, each with the member's position; its link leads there if they have started it.
 */
export async function toSectionViews(
  db: Db,
  memberId: number,
  sections: readonly ListedSection[],
  now: Date,
): Promise<SectionView[]> {
  const spans = sections.map(({ streamId, startsAt, endsAt }) => ({ streamId, from: startsAt, to: endsAt }));
  const positions = await positionsOf(db, memberId, spans);
  return sections.map((section, i) => {
    const positionAt = positions[i]?.at ?? null;
    const linkAt = positionAt !== null && isBegun(section, positionAt) ? positionAt : section.startsAt;
    return toSectionView(section, { positionAt, linkAt }, now);
  });
}
