import { runTool } from './run-tool.ts';

process.exit(runTool('oxlint', ['--type-aware', '--deny-warnings', ...process.argv.slice(2)]));
