import { setTimeout as delay } from 'node:timers/promises';
import { missingOfFront, startFront } from '#tests/setup/front.ts';
import { hasNats, startNats } from '#tests/setup/nats.ts';
import { startS3, type S3UnderTest } from '#tests/setup/s3.ts';
import { listen } from './listeners.bench.ts';
import {
  CORES,
  inTurn,
  load,
  LOAD_CORES,
  median,
  p95,
  pinTree,
  SERVER_CORES,
  untilQuiet,
  type Load,
  type Row,
} from './measure.ts';
import { edgeAgeMs, newestOf, startMediaPair, whileOnAir, type MediaPair, type PushedTrack } from './media-pair.ts';
import { openConnection } from './raw-connection.ts';
import { startRenderSite, type RenderSite } from './render-site.ts';

const EACH_TRACK = 12;
const S3_MS = 100;
const LATER_S = 0.2;
const LISTENERS = 200;
const LISTENING_MS = 14_000;
const LOAD_SECONDS = 2;
const ASKED = 1_000;
/** With a core for each of the two, for the balancer, and for the load. */
const TWICE = { cores: 4, ratio: 1.8 };
const ALL_CORES = `0-${CORES - 1}`;
const BROWSER = { 'accept-encoding': 'br' };

const bucketOf = ({ access }: S3UnderTest): Record<string, string> => ({
  STORAGE: `s3://${access.bucket}`,
  AWS_ENDPOINT_URL_S3: access.endpoint,
  AWS_REGION: access.region,
  AWS_ACCESS_KEY_ID: access.accessKeyId,
  AWS_SECRET_ACCESS_KEY: access.secretAccessKey,
});

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const WAYS = ['disk', 'spool', 'bucket'] as const;
type Each<T> = Record<(typeof WAYS)[number], T>;

/** Segments pushed at one machine, listed and read at the other; by the way the bytes take, in turn. */
async function edges(pairs: Each<MediaPair>, tracks: Each<PushedTrack[]>): Promise<Row> {
  const ages: Each<number[]> = { disk: [], spool: [], bucket: [] };
  const there = WAYS.map((name) => openConnection(pairs[name].sites[1].port));
  try {
    for (let round = 0; round <= EACH_TRACK; round++)
      for (const [i, name] of WAYS.entries())
        for (const track of tracks[name]) {
          const age = await edgeAgeMs(track, there[i]!);
          // The first of each is a warm-up.
          if (round > 0) ages[name].push(age);
        }
  } finally {
    for (const connection of there) connection.close();
  }
  const [disk, spool, bucket] = WAYS.map((name) => ({ p50: median(ages[name]), p95: p95(ages[name]) })) as [
    Record<'p50' | 'p95', number>,
    Record<'p50' | 'p95', number>,
    Record<'p50' | 'p95', number>,
  ];
  const told = (of: Record<'p50' | 'p95', number>) => `${seconds(of.p50)} s (p95 ${seconds(of.p95)} s)`;
  const later = Math.max(spool.p50 - disk.p50, spool.p95 - disk.p95);
  return {
    promise: `from a push until its segment is listed and read at the other media process, ${ages.disk.length} segments: on a shared disk; by the live spool before S3 of ${S3_MS} ms a request`,
    figure: `${told(disk)}; ${told(spool)}. By that S3 without the live spool: ${told(bucket)}`,
    limit: `at most ${LATER_S} s later by the live spool`,
    holds: later <= LATER_S * 1000,
  };
}

interface Reads {
  segments: number;
  /** For the segment that was read most. */
  most: number;
  all: number;
}

function readsOf(calls: readonly string[]): Reads {
  const ofSegments = calls.filter((call) => call.endsWith('.m4s'));
  const times = new Map<string, number>();
  for (const call of ofSegments)
    if (call.startsWith('GET ')) times.set(call.slice(4), (times.get(call.slice(4)) ?? 0) + 1);
  const segments = new Set(ofSegments.flatMap((call) => (call.startsWith('PUT ') ? [call.slice(4)] : [])));
  const counts = [...times.values()];
  return { segments: segments.size, most: Math.max(0, ...counts), all: counts.reduce((sum, n) => sum + n, 0) };
}

/** Requests to S3 while all listen at the live edge. */
async function reads(sides: { pair: MediaPair; s3: S3UnderTest }[]): Promise<Row> {
  const before = sides.map(({ s3 }) => s3.calls.length);
  const listening = await Promise.all(
    sides.flatMap(({ pair }) => pair.sites.map((site) => listen(site.port, LISTENERS))),
  );
  await delay(LISTENING_MS);
  for (const one of listening) one.stop();
  const [spool, bucket] = sides.map(({ s3 }, i) => readsOf(s3.calls.slice(before[i]))) as [Reads, Reads];
  const heard = listening.reduce((sum, { segments }) => sum + segments, 0);
  const errors = listening.reduce((sum, one) => sum + one.errors, 0);
  const told = ({ segments, most, all }: Reads) => `${most} (${all} reads of ${segments} segments)`;
  return {
    promise: `reads of S3 of the segment that is read most, by two media processes, while ${LISTENERS} listen at each: with the live spool; without`,
    figure: `${told(spool)}; ${told(bucket)}; ${heard} segments heard, ${errors} errors`,
    limit: '1 a process',
    holds: Math.max(spool.most, bucket.most) <= 2 && errors === 0 && heard > LISTENERS * 4 && bucket.all > 0,
  };
}

/** Of requests one after the other, ms. */
async function medianOf(port: number): Promise<number> {
  const connection = openConnection(port);
  const times: number[] = [];
  for (let i = 0; i < ASKED; i++) {
    const askedAt = performance.now();
    const { status } = await connection.ask('/', { headers: BROWSER });
    if (status !== 200) throw new Error(`the home page answered ${status}`);
    times.push(performance.now() - askedAt);
  }
  connection.close();
  return median(times);
}

type Front = Awaited<ReturnType<typeof startFront>>;

async function cachedPage(web: RenderSite, { ports, pids: [, cache] }: Front): Promise<Row> {
  const at = { straight: Number(new URL(web.url).port), cached: ports.cache };
  // All that was started is in this tree.
  pinTree(process.pid, LOAD_CORES);
  for (const pid of [cache, web.pid]) pinTree(pid, SERVER_CORES);
  const home = (port: number) => `http://127.0.0.1:${port}/`;
  const by = await inTurn({
    straight: () => load(home(at.straight), web.pid, BROWSER, LOAD_SECONDS),
    cached: () => load(home(at.cached), cache, BROWSER, LOAD_SECONDS),
  });
  const [straightMs, cachedMs] = [await medianOf(at.straight), await medianOf(at.cached)];
  pinTree(process.pid, ALL_CORES);
  const told = ({ perSecond, cpuMs }: Load, ms: number) =>
    `${Math.round(perSecond)} a second, median ${ms.toFixed(2)} ms, ${cpuMs.toFixed(3)} ms of CPU each`;
  return {
    promise: 'the cached home page: through Varnish; straight from the web process',
    figure: `${told(by.cached, cachedMs)}; ${told(by.straight, straightMs)}`,
    limit: 'as many or more',
    holds: by.cached.perSecond >= by.straight.perSecond && by.cached.errors + by.straight.errors === 0,
  };
}

/** Sound through the balancer, as its cache asks for it: with one media process behind it, and with both. */
async function sound({ sites }: MediaPair, fronts: readonly [Front, Front]): Promise<Row[]> {
  const path = '/media/881/a128';
  const list = await (await fetch(`${sites[0].url}${path}/live.m3u8`)).text();
  const segment = newestOf(list) ?? '';
  const bytes = (await (await fetch(`${sites[0].url}${path}/${segment}`)).arrayBuffer()).byteLength;
  const pids = sites.map((site) => site.process.pid ?? 0);
  const asked = (front: 0 | 1, file: string) =>
    load(`http://127.0.0.1:${fronts[front].ports.origin}${path}/${file}`, pids, {}, LOAD_SECONDS);
  const by = await inTurn({
    oneLists: () => asked(0, 'live.m3u8'),
    twoLists: () => asked(1, 'live.m3u8'),
    oneSegments: () => asked(0, segment),
    twoSegments: () => asked(1, segment),
  });
  const row = (what: string, two: Load, one: Load, told: (perSecond: number) => string): Row => {
    const ratio = two.perSecond / one.perSecond;
    const isEnough = CORES >= TWICE.cores;
    return {
      promise: `${what} through HAProxy: two media processes against one`,
      figure: `${ratio.toFixed(2)} (${told(two.perSecond)} and ${told(one.perSecond)}; CPU of media processes ${two.cpuMs.toFixed(3)} and ${one.cpuMs.toFixed(3)} ms each; ${one.errors + two.errors} errors)`,
      limit: `${TWICE.ratio} or more with ${TWICE.cores} cores${isEnough ? '' : `; told with ${CORES}, which HAProxy and the load share with them`}`,
      holds: (!isEnough || ratio >= TWICE.ratio) && one.errors + two.errors === 0,
    };
  };
  return [
    row('live playlists', by.twoLists, by.oneLists, (n) => `${Math.round(n)} a second`),
    row('bytes of segments', by.twoSegments, by.oneSegments, (n) => `${((n * bytes) / 2 ** 20).toFixed(0)} MB/s`),
  ];
}

async function throughFront(pair: MediaPair, web: RenderSite): Promise<Row[]> {
  const of = [{ port: Number(new URL(web.url).port) }];
  const one = await startFront({ web: of, media: pair.sites.slice(0, 1) });
  const two = await startFront({ web: of, media: pair.sites });
  try {
    return [await cachedPage(web, two), ...(await sound(pair, [one, two]))];
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}

/** Costs and gains of a site on two machines, with all of it on one. */
export async function machinesBench(): Promise<Row[]> {
  const missing = [...missingOfFront(), ...(hasNats() ? [] : ['nats-server'])];
  if (missing.length > 0) throw new Error(`not installed: ${missing.join()}`);
  pinTree(process.pid, ALL_CORES);
  const slow = { slowMs: S3_MS };
  const [nats, spooled, alone] = await Promise.all([startNats(), startS3(slow), startS3(slow)]);
  const spool = { NATS_URL: nats.url, NATS_REPLICAS: '1', NATS_STREAM_BYTES: String(128 * 2 ** 20) };
  const [disk, first, second] = [
    startMediaPair(),
    startMediaPair({ ...bucketOf(spooled), ...spool }),
    startMediaPair(bucketOf(alone)),
  ];
  const pages = startRenderSite();
  try {
    const [onDisk, bySpool, byBucket, web] = await Promise.all([disk, first, second, pages]);
    await untilQuiet(web.pid);
    for (const s3 of [spooled, alone])
      for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'DELETE']) s3.fail({ method, kind: 'slow', times: Infinity });
    const pairs = { disk: onDisk, spool: bySpool, bucket: byBucket };
    const [ofDisk, ofSpool, ofBucket] = await Promise.all(WAYS.map((way) => pairs[way].beginTracks()));
    const edge = await edges(pairs, { disk: ofDisk!, spool: ofSpool!, bucket: ofBucket! });
    const asked = await whileOnAir([...ofSpool!, ...ofBucket!], () =>
      reads([
        { pair: bySpool, s3: spooled },
        { pair: byBucket, s3: alone },
      ]),
    );
    return [edge, asked, ...(await whileOnAir(ofSpool!, () => throughFront(bySpool, web)))];
  } finally {
    const pairs = [disk, first, second].map(async (pair) => (await pair).stop());
    await Promise.allSettled([...pairs, pages.then((web) => web.close())]);
    await Promise.all([nats.stop(), spooled.stop(), alone.stop()]);
  }
}
