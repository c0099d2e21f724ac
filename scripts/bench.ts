import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { LOAD_CORES, SERVER_CORES, type Row } from '../benches/measure.ts';
import { BENCHES } from '../benches/one-bench.ts';
import { buildIfStale } from './build.ts';

const only = process.argv.slice(2);
const rows: Row[] = [];

/** What this run has found so far: one that is ended early has told what it had. */
function writeResults(): void {
  const head = `# Figures\n\nWritten by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model ?? ''}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB.\nServers on cores ${SERVER_CORES}, the load on ${LOAD_CORES}. Every ratio comes from one run, the two sides in turn; absolute numbers say little.\n\n| promise | figure | limit | |\n|---|---|---|---|\n`;
  const lines = rows.map((r) => `| ${r.promise} | ${r.figure} | ${r.limit} | ${r.holds ? 'holds' : '**missed**'} |\n`);
  writeFileSync('benches/results.md', head + lines.join(''));
}

/** The rows of one bench, by a process of its own. */
async function measured(name: string): Promise<Row[]> {
  const child = fork('benches/one-bench.ts', [name]);
  let told: Row[] | null = null;
  child.on('message', (message) => {
    told = message as Row[];
  });
  await once(child, 'exit');
  return (
    told ?? [{ promise: `the bench "${name}"`, figure: 'ended without a word', limit: 'runs to its end', holds: false }]
  );
}

buildIfStale((line) => console.log(line));
mkdirSync('data', { recursive: true });
for (const name of Object.keys(BENCHES)) {
  if (only.length && !only.includes(name)) continue;
  console.log(`— ${name}`);
  for (const row of await measured(name)) {
    rows.push(row);
    console.log(`${row.holds ? 'holds ' : 'MISSED'}  ${row.promise}: ${row.figure} (limit ${row.limit})`);
  }
  if (!only.length) writeResults();
}
process.exit(rows.every((r) => r.holds) ? 0 : 1);
