import type { Logger } from 'pino';

/** A clock that is off by more is reported. */
const REPORTED_MS = 1_000;
/** A clock that is off by more should date no sound: it places segments on everybody's timeline. */
const INGEST_MS = 10_000;
const EACH_MS = 30_000;
/** A slower answer says too little about when the database read its clock. */
const MAX_ANSWER_MS = 500;

export interface ClockWatch {
  /** How far this machine's clock is ahead of the database's, ms; negative: behind. Null: unknown. */
  aheadMs(): number | null;
  /** Warning about the clock. Null: no fault is known. */
  warning(): string | null;
  /** Whether encoders should push to another machine. */
  isUnfitForIngest(): boolean;
  measure(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** Compares this machine's clock with the one that all machines share: the database's. */
export function createClockWatch({
  readDatabaseClock,
  nowMs,
  report,
  log,
}: {
  /** Unix ms. */
  readDatabaseClock: () => Promise<number>;
  nowMs: () => number;
  /** Reports the clock skew to the desk. Null: it is right again. */
  report: (offByMs: number | null) => Promise<void>;
  log: Pick<Logger, 'warn' | 'info'>;
}): ClockWatch {
  let timer: NodeJS.Timeout | undefined;
  let aheadMs: number | null = null;
  let isReported = false;

  const isOffBy = (limitMs: number): boolean => aheadMs !== null && Math.abs(aheadMs) > limitMs;
  const warning = (): string | null => {
    if (aheadMs === null || !isOffBy(REPORTED_MS)) return null;
    const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
    return `the clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`;
  };

  async function measure(): Promise<void> {
    const before = nowMs();
    const database = await readDatabaseClock();
    const after = nowMs();
    if (after < before || after - before > MAX_ANSWER_MS) return;
    aheadMs = (before + after) / 2 - database;
    const wrong = warning();
    if (wrong !== null || isReported) await report(wrong === null ? null : aheadMs);
    if ((wrong !== null) === isReported) return;
    isReported = wrong !== null;
    if (wrong === null) log.info('the clock of this machine agrees with the database again');
    else log.warn({ aheadMs: Math.round(aheadMs) }, wrong);
  }

  // A database that does not answer is reported elsewhere; the last measurement is kept.
  const look = (): void => void measure().catch(() => {});
  return {
    aheadMs: () => aheadMs,
    warning,
    isUnfitForIngest: () => isOffBy(INGEST_MS),
    measure,
    start() {
      look();
      timer = setInterval(look, EACH_MS).unref();
    },
    async stop() {
      clearInterval(timer);
    },
  };
}
