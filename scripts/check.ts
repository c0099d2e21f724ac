import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { installAdLibraries } from './ad-libraries.ts';

type Command = [tool: string, ...args: string[]];

/** Route types, which the checks below need. */
const TYPES_OF_ROUTES: Command = ['react-router', 'typegen'];

/** All checks, slowest first. All run, so that one run shows every error. */
const GATES: [name: string, command: Command][] = [
  ['types', ['tsc', '--noEmit']],
  ['lint', ['oxlint', '--type-aware', '--deny-warnings']],
  ['laws', ['vitest', 'run', '--project', 'unit', 'tests/laws']],
  ['unused', ['knip', '--no-progress']],
  ['unused without tests', ['knip', '--no-progress', '--production', '--include', 'files,exports,types']],
  ['format', ['oxfmt', '--check', '.']],
];

/** Runs a tool of node_modules/.bin. Returns its exit code and output. */
function run([tool, ...args]: Command): Promise<{ code: number; output: string }> {
  const child = spawn(`node_modules/.bin/${tool}`, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}

installAdLibraries((line) => console.log(line));
const typegen = await run(TYPES_OF_ROUTES);
if (typegen.code !== 0) {
  console.log(typegen.output);
  process.exit(1);
}
// A full test run that follows includes the laws.
const gates = process.argv.includes('--without-laws') ? GATES.filter(([name]) => name !== 'laws') : GATES;
const limit = pLimit(availableParallelism());
const failed: string[] = [];
await Promise.all(
  gates.map(([name, command]) =>
    limit(async () => {
      const startedAtMs = Date.now();
      const { code, output } = await run(command);
      console.log(`— ${name} (${Math.round((Date.now() - startedAtMs) / 1000)} s)`);
      if (code === 0) return;
      failed.push(name);
      console.log(output);
    }),
  ),
);
console.log(failed.length ? `Failed: ${failed.join(', ')}` : 'All checks passed.');
process.exit(failed.length ? 1 : 0);
