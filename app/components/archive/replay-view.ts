import type { ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';

/** A part of a broadcast, as pages show it. */
export interface PartView {
  id: number;
  no: number;
  /** Empty if it has no title of its own. */
  title: string;
  startsAtMs: number;
  endsAtMs: number;
  /** Length of the free preview from its start. */
  freeSeconds: number;
}

/** A broadcast as pages show it, whether or not it can be played. */
export interface ReplayView {
  id: number;
  /** Segmented into words by the server. */
  title: string;
  art: string;
  channels: ChannelId[];
  programId: number;
  /** Page of its programme; null: none. */
  programHref: string | null;
  day: DayHk;
  startsAtMs: number;
  endsAtMs: number;
  /** The whole broadcast is available. */
  isOver: boolean;
  /** It is no longer available. */
  isEnded: boolean;
  parts: PartView[];
}

/** Whether an instant of a part is in its free preview. */
export const isFreeAt = ({ startsAtMs, freeSeconds }: PartView, atMs: number = startsAtMs): boolean =>
  atMs < startsAtMs + freeSeconds * 1000;

/** Whether everything between two instants is free. */
export const isFreeBetween = (parts: readonly PartView[], fromMs: number, toMs: number): boolean =>
  parts
    .filter(({ startsAtMs, endsAtMs }) => startsAtMs < toMs && endsAtMs > fromMs)
    .every((part) => isFreeAt(part, Math.min(toMs, part.endsAtMs) - 1));

/** What a press on a whole broadcast plays: its start. */
export function firstStart({ id, parts }: ReplayView) {
  const [first] = parts;
  return first && { archiveId: id, sectionId: first.id, isFree: isFreeAt(first) };
}
