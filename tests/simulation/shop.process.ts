// The shop as a process to be killed. Prints a line of JSON once it listens, and one before it dies at an armed point.
import { flushCompileCache } from 'node:module';
import type { ShopOptions } from './accounts.ts';
import { openShop } from './shop.ts';

await openShop(JSON.parse(process.argv[2] ?? '{}') as ShopOptions);
process.stdout.write('{"ready":true}\n');
// For the process that follows this one, which is killed.
flushCompileCache();
// The parent process is gone.
process.stdin.on('end', () => process.exit(0)).resume();
