import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { run, type Runner, type RunnerOptions, type WorkerEvents } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { releaseJobs } from '#db/outbox.ts';

const RESTART_MS = 500;

export interface JobRunner {
  /** What jobs under way are locked by. */
  workerId(): string;
  stop(): Promise<void>;
}

/**
 * Runs jobs until it is stopped. The library ends for good when it cannot record the end of a job, as when the database fails over:
 * then its jobs are released, and it is started again.
 */
export async function runJobs(
  db: Db,
  options: RunnerOptions,
  onRestart: (released: number) => void,
): Promise<JobRunner> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let workerId = '';

  function begin(): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter();
    events.once('pool:create', ({ workerPool }) => (workerId = workerPool.id));
    return run({ ...options, events });
  }

  let runner = await begin();
  const kept = keep();

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      await runner.promise.catch(() => {});
      if (!signal.aborted) await beginAgain(workerId);
    }
  }

  async function beginAgain(endedId: string): Promise<void> {
    let isRunning = false;
    while (!isRunning && !signal.aborted)
      try {
        await delay(RESTART_MS, undefined, { signal, ref: false });
        const released = await releaseJobs(db, endedId);
        runner = await begin();
        isRunning = true;
        onRestart(released);
        if (signal.aborted) await runner.stop();
      } catch {
        // The database is still away, or this was stopped: the loop decides.
      }
  }

  return {
    workerId: () => workerId,
    async stop() {
      stopping.abort();
      // It may have ended by itself.
      await runner.stop().catch(() => {});
      await kept;
    },
  };
}
