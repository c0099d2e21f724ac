import type { ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';

/** A part of a broadcast as pages show it. */
export interface PartView {
  id: number;
  no: number;
  /** Empty where it has no name of its own. */
  title: string;
  startsAtMs: number;
  endsAtMs: number;
  /** From its beginning, for everybody. */
  freeSeconds: number;
}

/** A broadcast that can be heard again, or could be, as pages show it. */
export interface ReplayView {
  id: number;
  /** Broken into words by the server. */
  title: string;
  art: string;
  channels: ChannelId[];
  programId: number;
  /** Page of its programme; null: it has none. */
  programHref: string | null;
  day: DayHk;
  startsAtMs: number;
  endsAtMs: number;
  /** All of it is there. */
  isOver: boolean;
  /** It may be heard no more. */
  isEnded: boolean;
  parts: PartView[];
}

/** Whether everybody may hear a part from a moment of it. */
export const isFreeAt = ({ startsAtMs, freeSeconds }: PartView, atMs: number = startsAtMs): boolean =>
  atMs < startsAtMs + freeSeconds * 1000;

/** Whether everybody may hear all that lies between two moments. */
export const isFreeBetween = (parts: readonly PartView[], fromMs: number, toMs: number): boolean =>
  parts
    .filter(({ startsAtMs, endsAtMs }) => startsAtMs < toMs && endsAtMs > fromMs)
    .every((part) => isFreeAt(part, Math.min(toMs, part.endsAtMs) - 1));

/** What a press on a whole broadcast plays: its beginning. */
export function firstStart({ id, parts }: ReplayView) {
  const [first] = parts;
  return first && { archiveId: id, sectionId: first.id, isFree: isFreeAt(first) };
}
