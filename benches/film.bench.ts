import { freePort, type Site } from '#tests/setup/site.ts';
import { idleCpuMs, inTurn, load, type Load, type Row } from './measure.ts';
import { startNginx } from './nginx.ts';
import { openConnection } from './raw-connection.ts';
import { askEach } from './replay.bench.ts';
import { signedFilm } from './signed-film.ts';
import { openSiteDatabase } from './site-members.ts';

const LIMIT = 0.4;
const SECONDS = 3;
const ROUNDS = 3;
/** Enough to make one-time costs, such as opening connections, insignificant. */
const COLD = 128;
const HEAVY = COLD * ROUNDS + 1;

/**
 * A film compared with nginx serving the same bytes behind `secure_link`: its playlist, a segment in memory, and
 * segments on disk only.
 */
export async function filmBench(site: Site): Promise<Row[]> {
  const pid = site.process.pid ?? 0;
  const base = `http://127.0.0.1:${site.port}`;
  const database = openSiteDatabase(site);
  try {
    const { list, segment, cookie, forget } = await signedFilm(site, database, { heavy: HEAVY });
    const headers = { cookie };
    const own = openConnection(site.port);
    const bytesOf = async (path: string) => {
      const { status, body } = await own.ask(path, { headers });
      if (status !== 200) throw new Error(`${path} answers ${status}`);
      return body;
    };
    const content: Record<string, Buffer> = {
      'list.m3u8': await bytesOf(list),
      'segment.m4s': await bytesOf(segment(0)),
    };
    own.close();
    // Different from those of the previous round, so that none is in memory; the first was already requested.
    const ofRound = (round: number) => Array.from({ length: COLD }, (_, i) => 1 + round * COLD + i);
    for (let n = 1; n <= COLD * ROUNDS; n++) content[`${n}.m4s`] = content['segment.m4s']!;
    const port = await freePort();
    const nginx = await startNginx(port, content);
    try {
      const idle = await idleCpuMs(pid);
      const rowOf = (what: string, { ours, theirs }: { ours: Load; theirs: Load }): Row => {
        const ratio = ours.perSecond / theirs.perSecond;
        const cpuMs = Math.max(0, ours.cpuMs - idle / ours.perSecond);
        const errors = ours.errors + theirs.errors;
        return {
          promise: `a film's ${what}, against nginx with secure_link`,
          figure:
            `${ratio.toFixed(2)} (${Math.round(ours.perSecond)} and ${Math.round(theirs.perSecond)} a second; ` +
            `CPU ${cpuMs.toFixed(3)} and ${theirs.cpuMs.toFixed(3)} ms${errors ? `; ${errors} errors` : ''})`,
          limit: `${LIMIT} or more`,
          holds: ratio >= LIMIT && errors === 0,
        };
      };
      const warm = (path: string, file: string) =>
        inTurn({
          ours: () => load(base + path, pid, headers, SECONDS),
          theirs: () => load(nginx.url + nginx.signed(file), nginx.pid, {}, SECONDS),
        });
      return [
        rowOf('playlist of two hours, warm', await warm(list, 'list.m3u8')),
        rowOf('segment of 450 kB, warm', await warm(segment(0), 'segment.m4s')),
        rowOf(
          'segment of 450 kB, cold (asked for the first time, dropped from the page cache)',
          await inTurn({
            ours: (round) => {
              forget();
              return askEach(site.port, pid, ofRound(round).map(segment), headers);
            },
            theirs: (round) => {
              const files = ofRound(round).map((n) => `${n}.m4s`);
              nginx.forget(files);
              return askEach(port, nginx.pid, files.map(nginx.signed));
            },
          }),
        ),
      ];
    } finally {
      await nginx.stop();
    }
  } finally {
    await database.close();
  }
}
