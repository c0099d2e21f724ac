import { globSync, rmSync } from 'node:fs';
import { runTool } from './run-tool.ts';

/** `npm run migration -- --name what_changed`: generates the SQL that migrates to the current tables. */
const code = runTool('drizzle-kit', ['generate', ...process.argv.slice(2)]);

// The next migration is generated from the last snapshot alone, and each has thousands of lines.
const snapshots = globSync('db/migrations/meta/*_snapshot.json').toSorted();
for (const former of snapshots.slice(0, -1)) rmSync(former);
process.exit(code);
