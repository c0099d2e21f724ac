import { clockHk, dayHkOf, unixSeconds } from '#shared/hk-time.ts';
import { wireImage } from '#shared/media/wire-image.ts';
import { freeSpanOf, hasEnded, isOver } from './archive.rules.ts';
import type { ArchiveSectionWire, PlaylistItemWire, Section } from './archive.schema.ts';

/** A broadcast's own title, else its programme's. */
const titleOf = ({ broadcast }: Section): string => broadcast.title ?? broadcast.programTitle;

const secondsOf = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 1000);

/** ET-ArchiveSection, with additional fields for players and lists. */
export function presentSection(section: Section, settings: { freeMinutes: number }, now: Date): ArchiveSectionWire {
  const { broadcast, startsAt, endsAt } = section;
  const isEnded = hasEnded(broadcast, now);
  const free = isEnded ? null : freeSpanOf(section, settings);
  return {
    item_id: section.id,
    program_archive_id: broadcast.id,
    program_id: broadcast.programId,
    program_name: titleOf(section),
    title: section.title,
    display_date: dayHkOf(startsAt),
    display_start_time: clockHk(startsAt),
    display_end_time: clockHk(endsAt),
    broadcast_day: broadcast.dayHk,
    duration: secondsOf(startsAt, endsAt),
    program_class: broadcast.programClass,
    section_no: section.sectionNo,
    stream_id: broadcast.streamId,
    start_ts: unixSeconds(startsAt),
    end_ts: unixSeconds(endsAt),
    is_over: isOver(section, now),
    is_ended: isEnded,
    available_until_ts: broadcast.availableUntil && unixSeconds(broadcast.availableUntil),
    free_seconds: free === null ? 0 : secondsOf(free.startsAt, free.endsAt),
    keyart_url: wireImage(broadcast.keyart),
    channel_bitwise: broadcast.channelBitwise,
  };
}

/** A queue item that is in no member's list. */
export const presentPlaylistItem = (
  section: Section,
  settings: { freeMinutes: number },
  now: Date,
): PlaylistItemWire => ({
  ...presentSection(section, settings, now),
  user_playlist_id: null,
  program_archive_section_id: section.id,
  path: playPath(section.id),
  user_bookmark_id: null,
  user_favourite_id: null,
  user_history_id: null,
});

/** The call that plays a section. */
const playPath = (sectionId: number): string => `/api/programarchives/playback/${sectionId}`;
