import { Readable } from 'node:stream';
import type pg from 'pg';
import { copyFrom } from '#db/copy.ts';
import { DomainError } from '#shared/domain-error.ts';
import { LINE_COLUMNS } from './report-line.ts';

/** Reports of one request: stored or refused together. */
interface Waiting {
  lines: string;
  reports: number;
  kept: () => void;
  lost: (error: unknown) => void;
}

/** Maximum rows of one COPY. A larger group would delay its first requests. */
const GROUP_REPORTS = 5_000;
/** Memory limit of waiting lines while the database is slow: about 60,000 reports. */
const MAX_WAITING_CHARS = 16 * 1024 * 1024;
const RETRY_AFTER_S = 5;
const COPY_TIMEOUT_MS = 10_000;
const COPY = `copy tracking_events (${LINE_COLUMNS}) from stdin`;

interface TrackingLogFigures {
  kept: number;
  /** Number of refused calls, by reason. */
  refused: Readonly<Record<'full' | 'away' | 'unfit', number>>;
  waitingChars: number;
  copies: number;
  copySeconds: number;
}

export interface TrackingLog {
  /** Stores COPY lines. Resolves once they are durable. Throws `unavailable` if they are not and may be sent again. */
  append(lines: string, reports: number): Promise<void>;
  figures(): TrackingLogFigures;
  /** Writes what waits and refuses further lines. */
  close(): Promise<void>;
}

/** Data the table rejects on every attempt: a check, a length, a number out of range. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(22|23)/.test(String(error.code));

/**
 * Group commit: lines that arrive while a group is written form the next group, with one COPY and one commit, after
 * which each request is answered. At low load nothing waits; at high load the cost of a commit is shared.
 */
export function createTrackingLog({
  pool,
  onFault,
  maxWaitingChars = MAX_WAITING_CHARS,
}: {
  pool: pg.Pool;
  /** Called once per group that could not be stored, except for invalid data. */
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
    // A hanging database connection must not block waiting requests forever.
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
        onEnd = () => fail(new Error('the connection was closed'));
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
        // One request is invalid: bisect to store the others.
        const half = group.length >> 1;
        await write(group.slice(0, half));
        await write(group.slice(half));
        return;
      }
      if (!isRefusal(error)) onFault(error);
      for (const { lost } of group) {
        refused[isRefusal(error) ? 'unfit' : 'away']++;
        lost(isRefusal(error) ? new DomainError('invalidParam', 'the report cannot be stored') : unavailable());
      }
    }
  }

  async function drain(): Promise<void> {
    // Requests of the same event loop turn are grouped.
    await new Promise<void>((turn) => setImmediate(turn));
    while (waiting.length > 0) {
      let reports = 0;
      const enough = waiting.findIndex((one) => (reports += one.reports) >= GROUP_REPORTS);
      const group = waiting.splice(0, enough === -1 ? waiting.length : enough + 1);
      waitingChars -= group.reduce((sum, { lines }) => sum + lines.length, 0);
      await write(group);
    }
    // Reset synchronously after the check, so that a later request starts a new write.
    writing = null;
  }

  const unavailable = () =>
    new DomainError('unavailable', {
      why: 'reports cannot be stored at the moment; send them again',
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
