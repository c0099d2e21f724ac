import { libraryText } from '#app/text/zh-hk/library.ts';
import { span } from '#app/text/zh-hk/player.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { paths } from '#app/paths.ts';
import type { Db } from '#db/database.ts';
import type { ListedSection } from '#domain/library/library.ts';
import { placesOf } from '#domain/playback/playback.ts';
import { channelsOf, CHANNEL_IDS } from '#shared/enums.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { phrase } from '#shared/phrase.ts';
import type { SectionView } from './section-row.tsx';

/** What is left of a section counts as heard (R-464: a playback of 95 % is one of all of it). */
const HEARD = 0.95;

/** 今日 14:05 */
export const whenWords = (at: Date, now: Date): string =>
  `${timeText.relativeDay(dayHkOf(at), dayHkOf(now))} ${clockHk(at)}`;

/** A section as lists show it; `at` is where the member was in it. */
export function toSectionView(section: ListedSection, at: Date | null, now: Date): SectionView {
  const { wire, startsAt, endsAt } = section;
  const lengthMs = endsAt.getTime() - startsAt.getTime();
  const heard = at === null ? 0 : (at.getTime() - startsAt.getTime()) / lengthMs;
  const isHeard = heard >= HEARD;
  const states = [
    [!section.isHeard, libraryText.ended],
    [isHeard, libraryText.heard],
    [heard > 0, libraryText.left(span(lengthMs * (1 - heard)))],
  ] as const;
  return {
    sectionId: section.id,
    href: section.programSlug === null ? null : paths.program(section.programId, section.programSlug),
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

/** Sections as lists show them, each with where the member is in it. */
export async function toSectionViews(
  db: Db,
  memberId: number,
  sections: readonly ListedSection[],
  now: Date,
): Promise<SectionView[]> {
  const spans = sections.map(({ streamId, startsAt, endsAt }) => ({ streamId, from: startsAt, to: endsAt }));
  const places = await placesOf(db, memberId, spans);
  return sections.map((section, i) => toSectionView(section, places[i]?.at ?? null, now));
}
