import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Runs the script with an `ssh` that notes its calls. Processes on `broken` never become ready. */
function roll(targets: string[], broken = 'none') {
  const folder = mkdtempSync(join(tmpdir(), 'roll-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'calls');
  writeFileSync(join(folder, 'ssh'), `#!/bin/sh\necho "$@" >> ${log}\n[ "$1 $2" != "${broken} curl" ]\n`);
  chmodSync(join(folder, 'ssh'), 0o755);
  const { status } = spawnSync('sh', ['deploy/roll.sh', ...targets], {
    env: { PATH: `${folder}:${process.env.PATH}`, READY_TRIES: '1', SETTLE_SECONDS: '0' },
  });
  const calls = readFileSync(log, 'utf8').trim().split('\n');
  return { status, calls: calls.map((call) => call.replace(/curl .*127\.0\.0\.1/, 'ready?')) };
}

it('replaces a process only when the one before is ready', () => {
  expect(roll(['web1/web:8810', 'media1/media:8820'])).toEqual({
    status: 0,
    calls: [
      'web1 systemctl restart airwave@web',
      'web1 ready?:8810/readyz',
      'media1 systemctl restart airwave@media',
      'media1 ready?:8820/readyz/media',
    ],
  });
});

it('leaves the others alone when one does not become ready', () => {
  const { status, calls } = roll(['web1/web:8810', 'web2/web:8810'], 'web1');
  expect(status).toBe(1);
  expect(calls.join()).not.toContain('web2');
});
