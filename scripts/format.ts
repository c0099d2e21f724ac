import { runTool } from './run-tool.ts';

process.exit(runTool('oxfmt', process.argv.slice(2).length ? process.argv.slice(2) : ['.']));
