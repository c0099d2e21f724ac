// npm run stand [-- --port 9700 --folder data/stand --fresh]: runs the deployment of deploy/ on this machine, by Debian's programs,
// until Ctrl-C. From another terminal: npm run stand -- list, FAULT NAME, recover NAME, check, roll COMMIT.
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkStand } from '../deploy/stand/check.ts';
import { sendCommand } from '../deploy/stand/control.ts';
import { FAULTS, isFault } from '../deploy/stand/faults/faults.ts';
import { PORTS } from '../deploy/stand/layout.ts';
import { rollStand } from '../deploy/stand/roll.ts';
import { KIND_NAMES, type RoundsOptions } from '../deploy/stand/rounds.ts';
import { runStand } from '../deploy/stand/stand.ts';
import { explain, StartError } from './start-errors.ts';
import { untilSignal } from './until-signal.ts';

const USAGE = `Usage:
  npm run stand [-- --port 9700 --folder data/stand --fresh --disks --clocks]
      runs the whole deployment on this machine; Ctrl-C ends it. --disks and --clocks (root) allow the faults fill and clock
and while it runs, with the same --folder:
  npm run stand -- list                its servers
  npm run stand -- FAULT NAME          ${FAULTS.join(', ')}, ended by
  npm run stand -- recover NAME
  npm run stand -- check [--faults kill,freeze --kinds web,media --times 1 --seed 1 --listeners 20]
      what works, what fails while servers have these faults in turn, and whether anything acknowledged was lost
      kinds: ${KIND_NAMES.join(', ')}
  npm run stand -- roll COMMIT         what fails while that version takes the place of this one, and back`;
const MAX_PORT = 65_535;
const MAX_COUNT = 1e6;

const say = (line: string) => console.log(line);

const splitList = (list: string): string[] => list.split(',').filter(Boolean);

function parseRoundsOptions(
  values: Record<'faults' | 'kinds' | 'times' | 'seed' | 'listeners', string>,
): RoundsOptions {
  const faults = splitList(values.faults);
  const kinds = splitList(values.kinds);
  const [times, seed, listeners] = [values.times, values.seed, values.listeners].map(Number) as [
    number,
    number,
    number,
  ];
  const isGood =
    faults.every(isFault) &&
    kinds.every((kind) => KIND_NAMES.includes(kind)) &&
    [times, seed, listeners].every((count) => Number.isSafeInteger(count) && count >= 0 && count <= MAX_COUNT);
  if (!isGood) throw new StartError(USAGE);
  return { faults, kinds, times, seed, listeners };
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '9700' },
      folder: { type: 'string', default: 'data/stand' },
      fresh: { type: 'boolean', default: false },
      disks: { type: 'boolean', default: false },
      clocks: { type: 'boolean', default: false },
      faults: { type: 'string', default: 'kill' },
      kinds: { type: 'string', default: '' },
      times: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(randomInt(1e6)) },
      listeners: { type: 'string', default: '20' },
    },
  });
  const [verb, ...names] = positionals;
  const folder = resolve(values.folder);
  const base = Number(values.port);
  if (!Number.isInteger(base) || base < 1024 || base + PORTS > MAX_PORT) throw new StartError(USAGE);
  if (verb === undefined) {
    const signal = untilSignal();
    const { fresh, disks, clocks } = values;
    await runStand({ folder, base, isFresh: fresh, hasDisks: disks, hasClocks: clocks, say, signal }).catch(
      (error: unknown) => {
        if (!signal.aborted) throw error;
      },
    );
    return 0;
  }
  if (verb === 'check' && names.length === 0)
    return (await checkStand(folder, parseRoundsOptions(values), say)) ? 0 : 1;
  if (verb === 'roll' && names.length === 1) return (await rollStand(folder, names[0]!, say)) ? 0 : 1;
  const isOfOne = isFault(verb) || verb === 'recover';
  if (!(isOfOne && names.length === 1) && !(verb === 'list' && names.length === 0)) throw new StartError(USAGE);
  say(await sendCommand(folder, [verb, ...names]));
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
