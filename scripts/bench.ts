import { cpus, totalmem } from 'node:os';
import { mkdirSync, writeFileSync } from 'node:fs';
import { browserBench } from '../benches/browser.bench.ts';
import { checkoutStartBench } from '../benches/checkout-start.bench.ts';
import { eventDelayBench } from '../benches/event-delay.bench.ts';
import { eventJoinsBench } from '../benches/event-joins.bench.ts';
import { filmBench } from '../benches/film.bench.ts';
import { filmMakingBench } from '../benches/film-making.bench.ts';
import { grantsBench } from '../benches/grants.bench.ts';
import { keptSoundBench } from '../benches/kept-sound.bench.ts';
import { ledgerReportBench } from '../benches/ledger-report.bench.ts';
import { listenersBench } from '../benches/listeners.bench.ts';
import { memoryBench } from '../benches/memory.bench.ts';
import { membersBench } from '../benches/members.bench.ts';
import { noticesBench } from '../benches/notices.bench.ts';
import { pageCacheBench } from '../benches/page-cache.bench.ts';
import { paymentsSimulationBench } from '../benches/payments-simulation.bench.ts';
import { placesBench } from '../benches/places.bench.ts';
import { programmeEndsBench } from '../benches/programme-ends.bench.ts';
import { receiptsBench } from '../benches/receipts.bench.ts';
import { removalBench } from '../benches/removal.bench.ts';
import { renderBench } from '../benches/render.bench.ts';
import { renewalsBench } from '../benches/renewals.bench.ts';
import { replayBench } from '../benches/replay.bench.ts';
import { replayListenersBench } from '../benches/replay-listeners.bench.ts';
import { rushBench } from '../benches/rush.bench.ts';
import { scaleBench } from '../benches/scale.bench.ts';
import { LOAD_CORES, pinTree, SERVER_CORES, untilQuiet, type Row } from '../benches/measure.ts';
import { searchBench } from '../benches/search.bench.ts';
import { servingBench } from '../benches/serving.bench.ts';
import { startBench } from '../benches/start.bench.ts';
import { takeoverBench } from '../benches/takeover.bench.ts';
import { startSite } from '../tests/setup/site.ts';
import { buildIfStale } from './build.ts';

const only = process.argv.slice(2);
const BENCHES = {
  serving: servingBench,
  pages: pageCacheBench,
  render: renderBench,
  listeners: listenersBench,
  browser: browserBench,
  start: startBench,
  search: searchBench,
  scale: scaleBench,
  members: membersBench,
  grants: grantsBench,
  kept: keptSoundBench,
  replay: replayBench,
  film: filmBench,
  'event-joins': eventJoinsBench,
  'event-delay': eventDelayBench,
  places: placesBench,
  'replay-listeners': replayListenersBench,
  takeover: takeoverBench,
  removal: removalBench,
  'programme-ends': programmeEndsBench,
  receipts: receiptsBench,
  notices: noticesBench,
  'checkout-start': checkoutStartBench,
  'payments-simulation': paymentsSimulationBench,
  'ledger-report': ledgerReportBench,
  renewals: renewalsBench,
  'film-making': filmMakingBench,
  rush: rushBench,
  memory: memoryBench,
};

buildIfStale((line) => console.log(line));
mkdirSync('data', { recursive: true });
pinTree(process.pid, LOAD_CORES);
const site = await startSite({
  // The load comes from one address.
  env: { NODE_ENV: 'production', DEMO: 'on', LOG_LEVEL: 'error', WRITES_PER_SECOND: '0', PAGE_PROCESS: 'auto' },
});
let isDone = false;
void site.ended.then((code) => {
  if (!isDone) console.error(`the site ended by itself (${code}): ${site.output().slice(-4_000)}`);
});
pinTree(site.process.pid ?? 0, SERVER_CORES);
await untilQuiet(site.process.pid ?? 0);
const rows: Row[] = [];

/** What this run has found so far: one that is ended early has told what it had. */
function writeResults(): void {
  const head = `# Figures\n\nWritten by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model ?? ''}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB.\nServers on cores ${SERVER_CORES}, the load on ${LOAD_CORES}. Every ratio comes from one run, the two sides in turn; absolute numbers say little.\n\n| promise | figure | limit | |\n|---|---|---|---|\n`;
  const lines = rows.map((r) => `| ${r.promise} | ${r.figure} | ${r.limit} | ${r.holds ? 'holds' : '**missed**'} |\n`);
  writeFileSync('benches/results.md', head + lines.join(''));
}

/** One bench that fails is a miss of its own, and no end of the others. */
function unmeasured(name: string, error: unknown): Row[] {
  console.error(error);
  const figure = `ended by: ${error instanceof Error ? error.message : String(error)}`
    .replace(/[\n|]/g, ' ')
    .slice(0, 200);
  return [{ promise: `the bench "${name}"`, figure, limit: 'runs to its end', holds: false }];
}

try {
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (only.length && !only.includes(name)) continue;
    console.log(`— ${name}`);
    for (const row of await bench(site).catch((error: unknown) => unmeasured(name, error))) {
      rows.push(row);
      console.log(`${row.holds ? 'holds ' : 'MISSED'}  ${row.promise}: ${row.figure} (limit ${row.limit})`);
    }
    if (!only.length) writeResults();
  }
} finally {
  isDone = true;
  await site.close();
}
process.exit(rows.every((r) => r.holds) ? 0 : 1);
