import { clockHk, dateTimeHk } from '#shared/hk-time.ts';
import { wireImage } from '#shared/media/wire-image.ts';
import type { Broadcast, LiveTimetableItem } from './timetable.schema.ts';

export function presentTimetableItem(item: Broadcast): LiveTimetableItem {
  const startsAt = new Date(item.startsAtMs);
  const endsAt = new Date(item.endsAtMs);
  return {
    start_ts: item.startsAtMs / 1000,
    end_ts: item.endsAtMs / 1000,
    start_datetime: dateTimeHk(startsAt),
    end_datetime: dateTimeHk(endsAt),
    display_start_time: clockHk(startsAt),
    display_end_time: clockHk(endsAt),
    program_id: item.programId,
    program_name: item.programName,
    host_name: item.hosts.map((host) => host.name).join('、'),
    keyart_url: wireImage(item.keyart),
  };
}
