// The banks as a process that outlives the shop. Prints a line of JSON once they listen.
import { flushCompileCache } from 'node:module';
import type { BanksOptions } from './accounts.ts';
import { openBanks } from './banks.ts';

await openBanks(JSON.parse(process.argv[2] ?? '{}') as BanksOptions);
process.stdout.write('{}\n');
// For the process that follows this one, which is killed.
flushCompileCache();
// The parent process is gone.
process.stdin.on('end', () => process.exit(0)).resume();
