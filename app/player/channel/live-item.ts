import type { Broadcast, LiveTimetableItem } from '#domain/timetable/timetable.schema.ts';
import { picture } from '#shared/media/picture.ts';

/** A programme on air for the player and the live page, from page data or the API. */
export interface LiveItem {
  startsAtMs: number;
  endsAtMs: number;
  programId: number;
  title: string;
  /** Joined names; empty if there are none. */
  hosts: string;
  art: { src: string; srcset: string };
}

export function itemFromWire(item: LiveTimetableItem): LiveItem {
  return {
    startsAtMs: item.start_ts * 1000,
    endsAtMs: item.end_ts * 1000,
    programId: item.program_id,
    title: item.program_name,
    hosts: item.host_name,
    art: { src: item.keyart_url.src, srcset: item.keyart_url.srcset },
  };
}

export function itemFromBroadcast(item: Broadcast): LiveItem {
  const { src, srcset } = picture(item.keyart);
  return {
    startsAtMs: item.startsAtMs,
    endsAtMs: item.endsAtMs,
    programId: item.programId,
    title: item.programName,
    hosts: item.hosts.map((host) => host.name).join('、'),
    art: { src, srcset },
  };
}

/** The item at an instant. */
export function itemAt<T extends { startsAtMs: number; endsAtMs: number }>(
  items: readonly T[],
  instantMs: number,
): T | null {
  return items.find((item) => item.startsAtMs <= instantMs && instantMs < item.endsAtMs) ?? null;
}

/** Items that start after an instant, soonest first. */
export function itemsAfter<T extends { startsAtMs: number }>(items: readonly T[], instantMs: number): T[] {
  return items.filter((item) => item.startsAtMs > instantMs);
}
