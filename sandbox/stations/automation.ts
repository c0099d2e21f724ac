import { setTimeout as delay } from 'node:timers/promises';
import { reportSender, type SenderOptions } from './report-sender.ts';
import type { StationId } from './time-mark.ts';

/** A scheduled item. */
interface Planned {
  programId: number;
  /** Overrides the programme's title, for specials. */
  title: string | null;
  startsAtMs: number;
  endsAtMs: number;
}

export interface AutomationOptions extends SenderOptions {
  stations: readonly StationId[];
  onAir: (station: StationId, at: Date) => Promise<Planned | null>;
}

const PART_MS = 1_800_000;
/** Shorter programmes have no parts. */
const WITH_PARTS_MS = 3_600_000;
const MAX_LATE_S = 38;

/** Deviation of a programme's start from the timetable, as in real broadcasting; deterministic. */
export const lateMs = (station: StationId, startsAtMs: number): number =>
  (((startsAtMs / 60_000) * 7 + station * 13) % MAX_LATE_S) * 1_000 + 2_000;

/** The programme actually on air at an instant, with its actual start and the start of the next. */
export async function reallyOn(
  station: StationId,
  at: Date,
  onAir: AutomationOptions['onAir'],
): Promise<(Planned & { planMs: number }) | null> {
  let item = await onAir(station, at);
  // The previous programme continues until this one begins.
  if (item && item.startsAtMs + lateMs(station, item.startsAtMs) > at.getTime())
    item = await onAir(station, new Date(item.startsAtMs - 1));
  if (item === null) return null;
  const { startsAtMs, endsAtMs } = item;
  return {
    ...item,
    planMs: startsAtMs,
    startsAtMs: startsAtMs + lateMs(station, startsAtMs),
    endsAtMs: endsAtMs + lateMs(station, endsAtMs),
  };
}

/** Starts of a programme's parts, including the first. */
export function partStarts({ startsAtMs, endsAtMs }: Pick<Planned, 'startsAtMs' | 'endsAtMs'>): number[] {
  const parts = [startsAtMs];
  if (endsAtMs - startsAtMs < WITH_PARTS_MS) return [];
  for (let at = startsAtMs + PART_MS; at + PART_MS / 2 < endsAtMs; at += PART_MS) parts.push(at);
  return parts;
}

/**
 * Simulates a station's automation: reports when a programme and its parts begin and when it ends. After a restart
 * reports may be repeated, which is harmless.
 */
export function startAutomation({ stations, onAir, ...sending }: AutomationOptions): { stop(): Promise<void> } {
  const { log } = sending;
  const stopped = new AbortController();
  const { signal } = stopped;

  const send = reportSender(sending, signal);

  async function run(station: StationId): Promise<void> {
    for (;;) {
      const item = await reallyOn(station, new Date(), onAir);
      if (item === null) {
        await delay(PART_MS, undefined, { signal });
        continue;
      }
      const { programId, title, planMs, startsAtMs, endsAtMs } = item;
      const programme = {
        id: `${planMs}`,
        kind: 'programme',
        program_id: programId,
        start_ts: startsAtMs / 1_000,
        ...(title === null ? {} : { title }),
      };
      await send(station, { ...programme, revision: 1 });
      for (const [i, at] of partStarts(item).entries()) {
        await delay(Math.max(0, at - Date.now()), undefined, { signal });
        await send(station, { id: `${planMs}/${i + 1}`, revision: 1, kind: 'section', start_ts: at / 1_000 });
      }
      await delay(Math.max(0, endsAtMs - Date.now()), undefined, { signal });
      await send(station, { ...programme, revision: 2, end_ts: endsAtMs / 1_000 });
    }
  }

  const running = stations.map((station) =>
    run(station).catch((error: unknown) => {
      if (!signal.aborted) log(`demo automation stopped: ${error instanceof Error ? error.message : String(error)}`);
    }),
  );
  return {
    async stop() {
      stopped.abort();
      await Promise.all(running);
    },
  };
}
