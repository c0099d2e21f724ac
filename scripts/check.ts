import { runTool } from './run-tool.ts';

/** Every gate, in the order of their speed; all run, so that one look shows all that is wrong. */
const GATES: [name: string, run: () => number][] = [
  ['format', () => runTool('oxfmt', ['--check', '.'])],
  ['types', () => runTool('react-router', ['typegen']) || runTool('tsc', ['--noEmit'])],
  ['lint', () => runTool('oxlint', ['--type-aware', '--deny-warnings'])],
  ['unused', () => runTool('knip', ['--no-progress'])],
  ['laws', () => runTool('vitest', ['run', '--project', 'unit', 'tests/laws'])],
];

const failed = GATES.filter(([name, run]) => {
  console.log(`— ${name}`);
  return run() !== 0;
}).map(([name]) => name);
console.log(failed.length ? `Failed: ${failed.join(', ')}` : 'All gates passed.');
process.exit(failed.length ? 1 : 0);
