import { spawnSync } from 'node:child_process';

/** Runs a tool of node_modules/.bin. Returns its exit code. */
export function runTool(tool: string, args: readonly string[]): number {
  const done = spawnSync(`node_modules/.bin/${tool}`, args, { stdio: 'inherit' });
  if (done.error) throw done.error;
  return done.status ?? 1;
}
