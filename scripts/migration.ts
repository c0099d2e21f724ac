import { runTool } from './run-tool.ts';

/** `npm run migration -- --name what_changed`: writes the SQL that takes the tables to their new shape. */
process.exit(runTool('drizzle-kit', ['generate', ...process.argv.slice(2)]));
