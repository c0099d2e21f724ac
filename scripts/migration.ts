import { runTool } from './run-tool.ts';

/** `npm run migration -- --name what_changed`: generates the SQL that migrates to the current tables. */
process.exit(runTool('drizzle-kit', ['generate', ...process.argv.slice(2)]));
