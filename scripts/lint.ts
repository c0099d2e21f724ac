import { installAdLibraries } from './ad-libraries.ts';
import { runTool } from './run-tool.ts';

installAdLibraries((line) => console.log(line));
process.exit(runTool('oxlint', ['--type-aware', '--deny-warnings', ...process.argv.slice(2)]));
