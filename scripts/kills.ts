// npm run kills -- 200: kills ingest, uploads and imports of films, imports of classics, packing, retention, position writes,
// reports, publishing, refunds of a cancelled event, the numbering of receipts and notifications this many times in total, each at
// a different moment, and verifies that nothing acknowledged was lost. `npm test` does the same a few times.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILES = [
  'server/media/ingest/kill.pg',
  'server/media/mp4/kill-film.pg',
  'server/media/kill-retention.pg',
  'domain/playback/kill-positions.pg',
  'domain/receipts/kill-numbers.pg',
  'domain/tracking/kill-tracking.pg',
  'domain/drafts/kill-publishing.pg',
  'domain/film-making/kill-uploads.pg',
  'domain/events/kill-event-refunds.pg',
  'domain/archive/importing/kill-imports.pg',
  'domain/push/kill-sending.pg',
];
const [wanted = '200'] = process.argv.slice(2);
if (!/^[1-9]\d{0,4}$/.test(wanted)) {
  console.error('npm run kills -- NUMBER');
  process.exit(1);
}

interface KillCount {
  kind: string;
  kills: number;
  acknowledged: number;
}

const folder = mkdtempSync(join(tmpdir(), 'kills-'));
const file = join(folder, 'told');
writeFileSync(file, '');
const { status } = spawnSync('vitest', ['run', '--project', 'pg', ...FILES], {
  stdio: 'inherit',
  env: { ...process.env, KILLS: wanted, KILLS_TOLD: file },
});
const counts = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as KillCount);
rmSync(folder, { recursive: true });
for (const { kind, kills, acknowledged } of counts)
  console.log(`${kind}: killed ${kills} times; none of ${acknowledged} acknowledged writes was lost`);
console.log(`${counts.reduce((sum, { kills }) => sum + kills, 0)} kills in total.`);
process.exit(status ?? 1);
