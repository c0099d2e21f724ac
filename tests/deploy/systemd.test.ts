import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = 'deploy/systemd';
const ours = ['airwave.service', 'airwave@.service'];
const debian = ['haproxy', 'varnish', 'nats-server', 'keepalived'].map((name) => `${name}.service`);
const isThere = spawnSync('systemd-analyze', ['--version']).status === 0;

/** What systemd says about a unit where our files are installed as their first lines say. */
function faultsOf(unit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'units-'));
  try {
    const dropIn = join(FOLDER, unit.replace(/service$/, 'conf'));
    if (existsSync(dropIn)) {
      mkdirSync(join(folder, `${unit}.d`));
      copyFileSync(dropIn, join(folder, `${unit}.d`, 'airwave.conf'));
      copyFileSync(join('/lib/systemd/system', unit), join(folder, unit));
    } else {
      // Not every test machine has its Node.
      const text = readFileSync(join(FOLDER, unit), 'utf8').replace('/usr/bin/node', process.execPath);
      writeFileSync(join(folder, unit), text);
    }
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, unit)], {
      encoding: 'utf8',
      env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
    });
    // Faults in the machine's own units are ignored.
    return `${stdout}${stderr}`
      .split('\n')
      .filter((line) => line.includes(folder) || line.startsWith(unit))
      .join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it.skipIf(!isThere).each([...ours, ...debian.filter((unit) => existsSync(join('/lib/systemd/system', unit)))])(
  'systemd understands every line of %s (needs systemd-analyze)',
  (unit) => expect(faultsOf(unit)).toBe(''),
);
