import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { socketOf, sendCommand } from './control.ts';
import { layoutOf, type Layout } from './layout.ts';
import { siteServers, siteUrl } from './site.ts';
import { buildVersion, versionFolder } from './versions.ts';
import { startVisitors, type Findings } from './load/visitors.ts';

/** Before the first process is replaced, and after the last: pages that were open meanwhile go on. */
const AROUND_MS = 20_000;

/** In place of the SSH of deploy/roll.sh: restarts are requested from the stand, other commands run here. */
const SSH = `#!/bin/sh
host=$1
shift
if [ "$1" = systemctl ]; then
  said=$(curl --silent --show-error --fail-with-body --unix-socket "$STAND_CONTROL" "http://stand/replace/$host/$STAND_VERSION") && exit
  echo "$said" >&2
  exit 1
fi
exec "$@"
`;

/** Whether deploy/roll.sh replaced all. */
async function replaceAll(layout: Layout, version: string, say: (line: string) => void): Promise<boolean> {
  const { folder } = layout;
  writeFileSync(join(folder, 'ssh'), SSH, { mode: 0o755 });
  const targets = siteServers(layout).map(({ name, port }) => `${name}/${name.replace(/\d$/, '')}:${port}`);
  const roll = spawn('sh', ['deploy/roll.sh', ...targets], {
    env: {
      ...process.env,
      PATH: `${folder}:${process.env['PATH']}`,
      STAND_CONTROL: socketOf(folder),
      STAND_VERSION: version,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const output of [roll.stdout, roll.stderr])
    createInterface(output).on('line', (line) => line !== '' && say(`${new Date().toISOString()} ${line}`));
  const [code] = (await once(roll, 'close')) as [number | null];
  return code === 0;
}

const assetsOf = (version: string, folder: string) =>
  new Set(readdirSync(join(versionFolder(folder, version), 'build/client/assets')));

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

function sayFindings({ counts, examples }: Findings, say: (line: string) => void): void {
  for (const [what, { requests, errors, slowestMs }] of counts) {
    const kinds = [...errors].map(([kind, times]) => `${times} × ${kind}`);
    const slowest = `slowest ${(slowestMs / 1_000).toFixed(1)} s`;
    say(
      `${what.padEnd(26)} ${String(requests).padStart(6)} requests, ${slowest}, errors: ${kinds.join(', ') || 'none'}`,
    );
  }
  for (const example of examples) say(`  ${example}`);
}

/**
 * Replaces the six processes of a running stand by those of another version and back, by deploy/roll.sh and under load.
 * Says which requests failed; whether none did.
 */
export async function rollStand(folder: string, commit: string, say: (line: string) => void): Promise<boolean> {
  const layout = layoutOf(folder, Number(await sendCommand(folder, ['port'])));
  const version = await buildVersion(folder, commit, say);
  const visitors = startVisitors(siteUrl(layout));
  await delay(AROUND_MS);
  say(`To ${version}`);
  let isDone = await replaceAll(layout, version, say);
  say('Back to this version');
  isDone = (await replaceAll(layout, '', say)) && isDone;
  await delay(AROUND_MS);
  const { listeners, segments, longestMs, missed } = await visitors.stop();
  const { findings } = visitors;
  sayFindings(findings, say);
  const [one, other] = [assetsOf(version, folder), assetsOf('', folder)];
  const late = [...findings.lateAssets];
  const ofOne = late.filter(([name]) => one.has(name) !== other.has(name));
  say(
    `Scripts and styles asked for later of one version alone: ${sum(ofOne.map(([, times]) => times))}, of ${ofOne.length} names`,
  );
  const unknown = late.filter(([name]) => !one.has(name) && !other.has(name));
  if (unknown.length > 0) say(`Requested, but of neither version: ${unknown.map(([name]) => name).join(', ')}`);
  const errors = sum([...findings.counts.values()].flatMap((count) => [...count.errors.values()]));
  const requests = sum([...findings.counts.values()].map((count) => count.requests));
  say(
    `${listeners} listeners: ${segments} segments, ${missed} missed, longest silence ${(longestMs / 1_000).toFixed(1)} s`,
  );
  say(`${requests} requests, ${errors} errors${isDone ? '' : '; not every process was replaced'}`);
  return isDone && errors === 0 && missed === 0 && late.length > 0;
}
