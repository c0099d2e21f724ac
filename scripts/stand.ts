// npm run stand [-- --port 9700 --folder data/stand --fresh]: runs the deployment of deploy/ on this machine, by Debian's programs,
// until Ctrl-C. From another terminal: npm run stand -- kill NAME, freeze NAME, thaw NAME, start NAME, list, check,
// roll COMMIT.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkStand } from '../deploy/stand/check.ts';
import { tellStand } from '../deploy/stand/control.ts';
import { PORTS } from '../deploy/stand/layout.ts';
import { rollStand } from '../deploy/stand/roll.ts';
import { runStand } from '../deploy/stand/stand.ts';
import { explain, StartError } from './start-errors.ts';
import { untilTold } from './until-told.ts';

const USAGE = `Usage:
  npm run stand [-- --port 9700 --folder data/stand --fresh]   run the whole deployment on this machine; Ctrl-C ends it
and while it runs, with the same --folder:
  npm run stand -- list                        its servers
  npm run stand -- kill|freeze|thaw|start NAME  SIGKILL, SIGSTOP, SIGCONT, and a start of one that was killed
  npm run stand -- check                       what works, and what fails while one of each kind is killed
  npm run stand -- roll COMMIT                 what fails while that version takes the place of this one, and back`;
const MAX_PORT = 65_535;

const say = (line: string) => console.log(line);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '9700' },
      folder: { type: 'string', default: 'data/stand' },
      fresh: { type: 'boolean', default: false },
    },
  });
  const [verb, ...names] = positionals;
  const folder = resolve(values.folder);
  const base = Number(values.port);
  if (!Number.isInteger(base) || base < 1024 || base + PORTS > MAX_PORT) throw new StartError(USAGE);
  if (verb === undefined) {
    const signal = untilTold();
    await runStand({ folder, base, isFresh: values.fresh, say, signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    return 0;
  }
  if (verb === 'check' && names.length === 0) return (await checkStand(folder, say)) ? 0 : 1;
  if (verb === 'roll' && names.length === 1) return (await rollStand(folder, names[0]!, say)) ? 0 : 1;
  const isOfOne = ['kill', 'freeze', 'thaw', 'start'].includes(verb);
  if (!(isOfOne && names.length === 1) && !(verb === 'list' && names.length === 0)) throw new StartError(USAGE);
  say(await tellStand(folder, [verb, ...names]));
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
