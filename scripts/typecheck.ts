import { installAdLibraries } from './ad-libraries.ts';
import { runTool } from './run-tool.ts';

installAdLibraries((line) => console.log(line));
process.exit(runTool('react-router', ['typegen']) || runTool('tsc', ['--noEmit']));
