import { listenDesk } from '#server/desk/desk-app.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/operations/log.ts';
import { createRuntime } from '#server/runtime.ts';

// A process that serves the desk alone, on a database that the bench has filled.

const [, , databaseUrl = '', port = '', dataDir = ''] = process.argv;
const url = `http://localhost:${port}`;
const config = readConfig({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  DEMO: 'on',
  NODE_ENV: 'production',
  DESK_URL: url,
  DESK_PORT: port,
});
const runtime = createRuntime(config, new Set(['web']), { databaseUrl, log: createLog('error') });
await listenDesk(runtime, { port: Number(port), url });
process.stdout.write('ready\n');
process.stdin.on('end', () => process.exit(0)).resume();
