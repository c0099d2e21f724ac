import { setTimeout as delay } from 'node:timers/promises';
import type { Site } from '#tests/setup/site.ts';
import { listen } from './listeners.bench.ts';
import { median, rssMb, type Row } from './measure.ts';

const LISTENERS = 300;
/** An hour unless `MEMORY_MINUTES` is set, because leaks are slow. */
const MINUTES = Number(process.env.MEMORY_MINUTES || 60);
const SAMPLES = 60;
/** Permitted growth of the last third over the second: the index of sound grows until the window of 8 hours is full. */
const GROWTH_LIMIT_MB = 32;
const TOTAL_LIMIT_MB = 768;

/** The server's memory with 300 listeners: bounded, and stable after warming up. */
export async function memoryBench(site: Site): Promise<Row[]> {
  const pid = site.process.pid ?? 0;
  const heard = await listen(site.port, LISTENERS);
  const samples: number[] = [];
  for (let n = 0; n < SAMPLES; n++) {
    await delay((MINUTES * 60_000) / SAMPLES);
    samples.push(rssMb(pid));
  }
  const { errors, segments } = heard;
  heard.stop();
  const third = Math.floor(SAMPLES / 3);
  const [second, last] = [median(samples.slice(third, 2 * third)), median(samples.slice(2 * third))];
  const most = Math.max(...samples);
  return [
    {
      promise: `memory over ${MINUTES} min of ${LISTENERS} listeners, at most`,
      figure: `${most.toFixed(0)} MB (${errors} errors in ${segments} segments)`,
      limit: `${TOTAL_LIMIT_MB} MB`,
      holds: most <= TOTAL_LIMIT_MB && errors === 0,
    },
    {
      promise: 'the same, last third against the second',
      figure: `${(last - second).toFixed(1)} MB`,
      limit: `${GROWTH_LIMIT_MB} MB`,
      holds: last - second <= GROWTH_LIMIT_MB,
    },
  ];
}
