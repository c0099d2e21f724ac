import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { compareWith } from '../benches/against.ts';
import { LOAD_CORES, SERVER_CORES, type Row } from '../benches/measure.ts';
import { BENCHES } from '../benches/one-bench.ts';
import { buildIfStale } from './build.ts';

const RESULTS = 'benches/results.md';
const HEAD = `# Figures

Written by \`npm run bench\`, misses and all: each section by the last run of its bench, whole. Servers on cores ${SERVER_CORES}, the load on ${LOAD_CORES}, browsers and clean clones on all.
Every ratio comes from one run, the two sides in turn; absolute numbers say little.
`;
const MACHINE = `${cpus()[0]?.model ?? ''}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;

const only = process.argv.slice(2);
if (only[0] === 'against') {
  const [, commit, ...pages] = only;
  if (commit === undefined) {
    console.error('A commit is required: npm run bench -- against COMMIT [PATH ...]');
    process.exit(1);
  }
  await buildIfStale((line) => console.log(line));
  await compareWith(commit, pages.length > 0 ? pages : ['/', '/live/903', '/news', '/program/archives']);
  process.exit(0);
}
const unknown = only.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(', ')}. Available: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
const missed: string[] = [];

/** Existing results by bench; removed benches are dropped at the next write. */
function readSections(): Map<string, string> {
  if (!existsSync(RESULTS)) return new Map();
  const [, ...sections] = readFileSync(RESULTS, 'utf8').split(/^## /m);
  return new Map(sections.map((text) => [text.slice(0, text.indexOf('\n')), `## ${text.trimEnd()}\n`]));
}

/** Replaces the section of a bench. Written after each bench, so that an aborted run keeps its results. */
function writeSection(name: string, rows: readonly Row[]): void {
  const lines = rows.map((r) => `| ${r.promise} | ${r.figure} | ${r.limit} | ${r.holds ? 'holds' : '**missed**'} |\n`);
  const day = new Date().toISOString().slice(0, 10);
  const section = `## ${name}\n\n${day}: ${MACHINE}.\n\n| promise | figure | limit | |\n|---|---|---|---|\n${lines.join('')}`;
  const sections = readSections().set(name, section);
  const told = Object.keys(BENCHES).flatMap((known) => sections.get(known) ?? []);
  writeFileSync(RESULTS, [HEAD, ...told].join('\n'));
}

/** The rows of one bench, run in a separate process. */
async function measured(name: string): Promise<Row[]> {
  const child = fork('benches/one-bench.ts', [name]);
  let told: Row[] | null = null;
  child.on('message', (message) => {
    told = message as Row[];
  });
  await once(child, 'exit');
  return (
    told ?? [{ promise: `the bench "${name}"`, figure: 'exited without a result', limit: 'completes', holds: false }]
  );
}

await buildIfStale((line) => console.log(line));
mkdirSync('data', { recursive: true });
for (const name of Object.keys(BENCHES)) {
  if (only.length && !only.includes(name)) continue;
  console.log(`— ${name}`);
  const rows = await measured(name);
  for (const { promise, figure, limit, holds } of rows)
    console.log(`${holds ? 'holds ' : 'MISSED'}  ${promise}: ${figure} (limit ${limit})`);
  if (rows.some(({ holds }) => !holds)) missed.push(name);
  writeSection(name, rows);
}
process.exit(missed.length === 0 ? 0 : 1);
