import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { LEVERS, type LeverKey, type LeverPosition } from '#domain/settings/settings.rules.ts';
import { nextLoad, NO_LOAD, type Load, type LoadSample } from './load.ts';

const MEASURE_MS = 1_000;
/** Positions are read from memory where pages are served, else from the database. */
const READ_EACH = 5;
const RESOLUTION_MS = 50;

export interface Levers {
  countRequest(): void;
  /** Whether the lever is pulled here. */
  isPulled(key: LeverKey): boolean;
  /** Whether it is pulled, or may be by load: its position is not off. */
  isArmed(key: LeverKey): boolean;
  pulled(): ReadonlyMap<LeverKey, boolean>;
  /** Adopts the levers of the process that answers requests, for which pages are rendered. */
  follow(pulled: readonly LeverKey[]): void;
  load(): { isHigh: boolean; lagMs: number; requestsPerSecond: number };
  readPositions(): Promise<void>;
  note(sample: LoadSample): void;
  start(): void;
  stop(): Promise<void>;
}

/** Load shedding of this process: by the positions that staff set, and by its own load. */
export function createLevers({
  readPositions: read,
  log,
}: {
  readPositions: () => Promise<ReadonlyMap<LeverKey, LeverPosition>>;
  log: Pick<Logger, 'warn' | 'info'>;
}): Levers {
  let positions: ReadonlyMap<LeverKey, LeverPosition> = new Map();
  let followed: readonly LeverKey[] = [];
  let load: Load = NO_LOAD;
  let requests = 0;
  let ticks = 0;
  let timer: NodeJS.Timeout | undefined;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  const isPulled = (key: LeverKey): boolean => {
    const position = positions.get(key);
    return position === 'on' || (position === 'load' && load.isHigh) || followed.includes(key);
  };
  // While the database does not answer, the last positions remain.
  const readPositions = (): Promise<void> =>
    read().then(
      (found) => void (positions = found),
      () => undefined,
    );

  function note(sample: LoadSample): void {
    const before = load.isHigh;
    load = nextLoad(load, sample);
    if (load.isHigh === before) return;
    const facts = { lagMs: Math.round(sample.lagMs), requests: sample.requests };
    if (load.isHigh) log.warn(facts, 'high load: levers set to come by load are pulled');
    else log.info(facts, 'the load is low again');
  }

  function measure(): void {
    const lagMs = delay.count > 0 ? Math.max(0, delay.mean / 1e6 - RESOLUTION_MS) : 0;
    delay.reset();
    note({ lagMs, requests });
    requests = 0;
    if (ticks++ % READ_EACH === 0) void readPositions();
  }

  return {
    countRequest: () => void requests++,
    isPulled,
    isArmed: (key) => (positions.get(key) ?? 'off') !== 'off',
    pulled: () => new Map(LEVERS.map((key) => [key, isPulled(key)])),
    follow: (others) => void (followed = others),
    load: () => ({ isHigh: load.isHigh, lagMs: load.lagMs, requestsPerSecond: load.requests }),
    readPositions,
    note,
    start() {
      delay.enable();
      timer = setInterval(measure, MEASURE_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
