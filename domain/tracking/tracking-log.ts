import { Readable } from 'node:stream';
import type pg from 'pg';
import { copyFrom } from '#db/copy.ts';
import { DomainError } from '#shared/domain-error.ts';
import { LINE_COLUMNS } from './report-line.ts';

/** Reports of one request: they are kept together or refused together. */
interface Waiting {
  lines: string;
  reports: number;
  kept: () => void;
  lost: (error: unknown) => void;
}

/** Rows of one COPY: more would make the first of them wait for the last. */
const GROUP_REPORTS = 5_000;
/** What may wait in memory while the database is slow: some 60,000 reports. */
const MAX_WAITING_CHARS = 16 * 1024 * 1024;
const RETRY_AFTER_S = 5;
const COPY_TIMEOUT_MS = 10_000;
const COPY = `copy tracking_events (${LINE_COLUMNS}) from stdin`;

interface TrackingLogFigures {
  kept: number;
  /** Calls, by why. */
  refused: Readonly<Record<'full' | 'away' | 'unfit', number>>;
  waitingChars: number;
  copies: number;
  copySeconds: number;
}

export interface TrackingLog {
  /** Keeps lines of COPY. Done when they are durable; DomainError `unavailable` when they are not, and may be sent again. */
  append(lines: string, reports: number): Promise<void>;
  figures(): TrackingLogFigures;
  /** Writes what waits and takes nothing more. */
  close(): Promise<void>;
}

/** Data the table refuses, whoever sends it again: a check, a length, a number out of range. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(22|23)/.test(String(error.code));

/**
 * What comes while a group is written makes the next group: one COPY and one commit for all of them, and then each is answered. A
 * quiet station waits for nobody, a busy one shares what a commit costs.
 */
export function createTrackingLog({
  pool,
  onFault,
  maxWaitingChars = MAX_WAITING_CHARS,
}: {
  pool: pg.Pool;
  /** Told why a group was not kept, once each group; not of what can never be kept. */
  onFault: (error: unknown) => void;
  maxWaitingChars?: number;
}): TrackingLog {
  let waiting: Waiting[] = [];
  let waitingChars = 0;
  let writing: Promise<void> | null = null;
  let isClosed = false;
  const refused = { full: 0, away: 0, unfit: 0 };
  const figures = { kept: 0, copies: 0, copySeconds: 0 };

  async function copy(lines: string): Promise<void> {
    const client = await pool.connect();
    const since = performance.now();
    // A database that says nothing any more must not hold those who wait for good.
    let isGone = false;
    const giveUp = (fault?: Error) => {
      if (isGone) return;
      isGone = true;
      client.release(fault);
    };
    const timer = setTimeout(() => giveUp(new Error('the copy took too long')), COPY_TIMEOUT_MS);
    let fault: Error | undefined;
    let onEnd = () => {};
    try {
      const ended = new Promise<never>((_, fail) => {
        onEnd = () => fail(new Error('the connection ended'));
        client.once('end', onEnd);
      });
      await Promise.race([copyFrom(client, COPY, Readable.from([Buffer.from(lines)])), ended]);
    } catch (error) {
      fault = error instanceof Error ? error : new Error(String(error));
      throw fault;
    } finally {
      clearTimeout(timer);
      figures.copies++;
      figures.copySeconds += (performance.now() - since) / 1_000;
      client.off('end', onEnd);
      giveUp(fault !== undefined && !isRefusal(fault) ? fault : undefined);
    }
  }

  async function write(group: readonly Waiting[]): Promise<void> {
    try {
      await copy(group.map(({ lines }) => lines).join(''));
      for (const { kept, reports } of group) {
        figures.kept += reports;
        kept();
      }
    } catch (error) {
      if (isRefusal(error) && group.length > 1) {
        // One of them is wrong: its neighbours are kept without it.
        const half = group.length >> 1;
        await write(group.slice(0, half));
        await write(group.slice(half));
        return;
      }
      if (!isRefusal(error)) onFault(error);
      for (const { lost } of group) {
        refused[isRefusal(error) ? 'unfit' : 'away']++;
        lost(isRefusal(error) ? new DomainError('invalidParam', 'a report that cannot be kept') : unavailable());
      }
    }
  }

  async function drain(): Promise<void> {
    // Those who come in the same turn of the loop go together.
    await new Promise<void>((turn) => setImmediate(turn));
    while (waiting.length > 0) {
      let reports = 0;
      const enough = waiting.findIndex((one) => (reports += one.reports) >= GROUP_REPORTS);
      const group = waiting.splice(0, enough === -1 ? waiting.length : enough + 1);
      waitingChars -= group.reduce((sum, { lines }) => sum + lines.length, 0);
      await write(group);
    }
    // In the same turn as the look at what waits: who comes a moment later begins anew.
    writing = null;
  }

  const unavailable = () =>
    new DomainError('unavailable', {
      why: 'reports cannot be kept now; send them again',
      retry_after_seconds: RETRY_AFTER_S,
    });

  return {
    append(lines, reports) {
      if (isClosed || waitingChars + lines.length > maxWaitingChars) {
        refused.full++;
        return Promise.reject(unavailable());
      }
      waitingChars += lines.length;
      return new Promise((kept, lost) => {
        waiting.push({ lines, reports, kept, lost });
        writing ??= drain();
      });
    },
    figures: () => ({ ...figures, refused: { ...refused }, waitingChars }),
    async close() {
      isClosed = true;
      while (writing) await writing;
    },
  };
}
