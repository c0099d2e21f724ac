import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { run, type Runner, type RunnerOptions, type WorkerEvents } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { releaseEndedJobs } from '#db/outbox.ts';

const AGAIN_MS = 500;
/** Rounds of that, in which an ended life may still get a job that it asked for. */
const LAST_ROUNDS = 20;

export interface JobRunner {
  /** What jobs under way are locked by. */
  workerId(): string;
  stop(): Promise<void>;
}

/** One life of the library, from its start until it fails or is stopped. */
interface Life {
  runner: Runner;
  workerId: string;
  running: Set<string>;
  ended: Promise<void>;
}

async function begin(options: RunnerOptions): Promise<Life> {
  const events: WorkerEvents = new EventEmitter();
  const running = new Set<string>();
  let workerId = '';
  events.once('pool:create', ({ workerPool }) => (workerId = workerPool.id));
  events.on('job:start', ({ job }) => running.add(job.id));
  events.on('job:error', ({ job }) => running.delete(job.id));
  events.on('job:success', ({ job }) => running.delete(job.id));
  const failed = new Promise<void>((tell) => {
    // It then takes no more jobs, and may wait forever for what it could not write.
    events.once('pool:fatalError', () => tell());
    // The answer was lost, perhaps with a job that is now locked by this worker, which does not know it.
    events.once('worker:getJob:error', () => tell());
  });
  const runner = await run({ ...options, events });
  const ended = Promise.race([failed, runner.promise.catch(() => {})]);
  return { runner, workerId, running, ended };
}

/**
 * Runs jobs until it is stopped. The library ends for good when it cannot write the end of a job, as when the database
 * fails over, and keeps a job locked that it never got. It is then started again, and its jobs are released once they no
 * longer run. Those that succeeded run a second time.
 */
export async function runJobs(db: Db, options: RunnerOptions, onRestart: () => void): Promise<JobRunner> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let life = await begin(options);
  const kept = keep();

  async function untilDone(work: () => Promise<boolean>): Promise<void> {
    let isDone = false;
    while (!isDone && !signal.aborted)
      // The database is still down, or this was stopped: the loop decides.
      isDone = await delay(AGAIN_MS, undefined, { signal, ref: false })
        .then(work)
        .catch(() => false);
  }

  async function release({ workerId, running }: Life): Promise<void> {
    let idleRounds = 0;
    await untilDone(async () => {
      idleRounds = running.size === 0 ? idleRounds + 1 : 0;
      await releaseEndedJobs(db, workerId, [...running]);
      return idleRounds >= LAST_ROUNDS;
    });
  }

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      await life.ended;
      if (signal.aborted) return;
      const former = life;
      // Ends its clock and its connection.
      void former.runner.stop().catch(() => {});
      void release(former);
      await untilDone(async () => {
        life = await begin(options);
        if (signal.aborted) await life.runner.stop();
        else onRestart();
        return true;
      });
    }
  }

  return {
    workerId: () => life.workerId,
    async stop() {
      stopping.abort();
      // It may have ended by itself.
      await life.runner.stop().catch(() => {});
      await kept;
    },
  };
}
