import { LOAD_CORES, pinTree, SERVER_CORES, untilQuiet, type Row } from './measure.ts';
import { advertisingBench } from './advertising.bench.ts';
import { audienceBench } from './audience.bench.ts';
import { browserBench } from './browser.bench.ts';
import { checkoutStartBench } from './checkout-start.bench.ts';
import { deskBench } from './desk.bench.ts';
import { deskDays } from './desk-days.ts';
import { deskWalks } from './desk-walks.ts';
import { eventDelayBench } from './event-delay.bench.ts';
import { eventJoinsBench } from './event-joins.bench.ts';
import { floorBench } from './floor.bench.ts';
import { filmBench } from './film.bench.ts';
import { filmFrameBench } from './film-frame.bench.ts';
import { filmMakingBench } from './film-making.bench.ts';
import { grantsBench } from './grants.bench.ts';
import { keptSoundBench } from './kept-sound.bench.ts';
import { ledgerReportBench } from './ledger-report.bench.ts';
import { liveBlogBench } from './live-blog.bench.ts';
import { listenersBench } from './listeners.bench.ts';
import { machinesBench } from './machines.bench.ts';
import { memoryBench } from './memory.bench.ts';
import { membersBench } from './members.bench.ts';
import { noticesBench } from './notices.bench.ts';
import { pageCacheBench } from './page-cache.bench.ts';
import { paymentsSimulationBench } from './payments-simulation.bench.ts';
import { pressBench } from './press.bench.ts';
import { positionsBench } from './positions.bench.ts';
import { programmeEndsBench } from './programme-ends.bench.ts';
import { pushBench } from './push.bench.ts';
import { receiptsBench } from './receipts.bench.ts';
import { removalBench } from './removal.bench.ts';
import { renderBench } from './render.bench.ts';
import { renewalsBench } from './renewals.bench.ts';
import { replayBench } from './replay.bench.ts';
import { replayListenersBench } from './replay-listeners.bench.ts';
import { rushBench } from './rush.bench.ts';
import { scaleBench } from './scale.bench.ts';
import { searchBench } from './search.bench.ts';
import { servingBench } from './serving.bench.ts';
import { standbyBench } from './standby.bench.ts';
import { startBench } from './start.bench.ts';
import { takeoverBench } from './takeover.bench.ts';
import { trackingIngestBench } from './tracking-ingest.bench.ts';
import { startSite } from '../tests/setup/site.ts';

// Runs one bench with a site of its own, so that the state left by others, such as a large heap, does not affect its
// figures. Sends its rows to the parent process.

export const BENCHES = {
  serving: servingBench,
  pages: pageCacheBench,
  render: renderBench,
  listeners: listenersBench,
  browser: browserBench,
  floor: floorBench,
  press: pressBench,
  start: startBench,
  search: searchBench,
  standby: standbyBench,
  machines: machinesBench,
  scale: scaleBench,
  members: membersBench,
  grants: grantsBench,
  kept: keptSoundBench,
  replay: replayBench,
  film: filmBench,
  'film-frame': filmFrameBench,
  'event-joins': eventJoinsBench,
  'event-delay': eventDelayBench,
  positions: positionsBench,
  'replay-listeners': replayListenersBench,
  takeover: takeoverBench,
  removal: removalBench,
  'programme-ends': programmeEndsBench,
  receipts: receiptsBench,
  notices: noticesBench,
  'live-blog': liveBlogBench,
  push: pushBench,
  'checkout-start': checkoutStartBench,
  'payments-simulation': paymentsSimulationBench,
  advertising: advertisingBench,
  audience: audienceBench,
  'ledger-report': ledgerReportBench,
  renewals: renewalsBench,
  'film-making': filmMakingBench,
  rush: rushBench,
  memory: memoryBench,
  'tracking-ingest': trackingIngestBench,
  desk: deskBench,
  walks: deskWalks,
  days: deskDays,
};

/** These start what they measure; a site in parallel would only use up cores. */
const WITHOUT_SITE: readonly string[] = [
  'film-making',
  'rush',
  'desk',
  'push',
  'live-blog',
  'standby',
  'machines',
  'start',
] satisfies (keyof typeof BENCHES)[];

/** A browser divides a page among several threads, and an installation its work: on one core both would seem slower. */
const ON_ALL_CORES: readonly string[] = [
  'browser',
  'floor',
  'press',
  'advertising',
  'start',
] satisfies (keyof typeof BENCHES)[];

/** A failing bench counts as a missed promise and does not stop the others. */
function unmeasured(name: string, error: unknown): Row[] {
  console.error(error);
  const figure = `ended by: ${error instanceof Error ? error.message : String(error)}`
    .replace(/[\n|]/g, ' ')
    .slice(0, 200);
  return [{ promise: `the bench "${name}"`, figure, limit: 'runs to its end', holds: false }];
}

async function measure(name: keyof typeof BENCHES): Promise<Row[]> {
  if (!ON_ALL_CORES.includes(name)) pinTree(process.pid, LOAD_CORES);
  if (WITHOUT_SITE.includes(name)) return (BENCHES[name] as () => Promise<Row[]>)();
  const site = await startSite({
    // The load comes from one address.
    env: {
      NODE_ENV: 'production',
      DEMO: 'on',
      DEMO_EVENT: 'on',
      LOG_LEVEL: 'error',
      WRITES_PER_SECOND: '0',
      PAGE_PROCESS: 'auto',
    },
  });
  let isDone = false;
  void site.ended.then((code) => {
    if (!isDone) console.error(`the site ended by itself (${code}): ${site.output().slice(-4_000)}`);
  });
  try {
    pinTree(site.process.pid ?? 0, SERVER_CORES);
    await untilQuiet(site.process.pid ?? 0);
    return await BENCHES[name](site);
  } finally {
    isDone = true;
    await site.close();
  }
}

if (import.meta.main) {
  const name = process.argv[2] as keyof typeof BENCHES;
  const rows = await measure(name).catch((error: unknown) => unmeasured(name, error));
  process.send?.(rows, () => process.exit());
}
