import type { Artifacts, Result, Trace, TraceEvent } from 'lighthouse';
import { initializeConfig } from 'lighthouse/core/config/config.js';
import { Runner } from 'lighthouse/core/runner.js';

// Lighthouse estimates its slow phone from the duration of each task on this machine, which includes waiting for a
// core. The trace also records the CPU time of each event; using it removes the influence of other processes.

/** Trace times are in microseconds; `tts` and `tdur` are CPU times of the thread, if recorded. */
type TimedEvent = TraceEvent & { tts?: number; tdur?: number };

const TASK = /^(ThreadControllerImpl::)?RunTask$/;

/** The task during which something happened: the last one that had begun, unless it had ended. */
function taskAt(tasks: readonly TimedEvent[], ts: number): TimedEvent | undefined {
  let low = 0;
  let high = tasks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tasks[middle]?.ts ?? 0) <= ts) low = middle + 1;
    else high = middle;
  }
  const task = tasks[low - 1];
  return task && ts <= task.ts + task.dur ? task : undefined;
}

/** The event as if its task had never waited for a core: task starts are unchanged, its contents move up. */
function byCpuTime(event: TimedEvent, task: TimedEvent): TimedEvent {
  const taskCpu = task.tdur ?? task.dur;
  const into = event.tts === undefined || task.tts === undefined ? event.ts - task.ts : event.tts - task.tts;
  const ts = task.ts + Math.min(Math.max(into, 0), taskCpu);
  if (event.ph !== 'X') return { ...event, ts };
  return { ...event, ts, dur: Math.max(0, Math.min(event.tdur ?? event.dur, task.ts + taskCpu - ts)) };
}

function traceByCpuTime(trace: Trace): Trace {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const tasks = new Map<string, TimedEvent[]>();
  for (const event of trace.traceEvents as TimedEvent[]) {
    if (event.ph !== 'X' || event.tdur === undefined || !TASK.test(event.name)) continue;
    const thread = threadOf(event);
    const list = tasks.get(thread);
    if (list) list.push(event);
    else tasks.set(thread, [event]);
  }
  for (const list of tasks.values()) list.sort((a, b) => a.ts - b.ts);
  const traceEvents = (trace.traceEvents as TimedEvent[]).map((event) => {
    const task = taskAt(tasks.get(threadOf(event)) ?? [], event.ts);
    return task ? byCpuTime(event, task) : event;
  });
  return { ...trace, traceEvents };
}

/** Lighthouse's result as if nothing else had run on the machine, approximately. */
export async function judgeByCpuTime(artifacts: Artifacts): Promise<Result> {
  const { resolvedConfig } = await initializeConfig('navigation', undefined, {
    onlyCategories: artifacts.settings.onlyCategories,
  });
  const run = await Runner.audit(
    { ...artifacts, Trace: traceByCpuTime(artifacts.Trace) },
    { resolvedConfig, computedCache: new Map() },
  );
  if (!run || run.lhr.runtimeError)
    throw new Error(`Lighthouse: ${run?.lhr.runtimeError?.message ?? 'nothing to judge'}`);
  return run.lhr;
}
