import { runTool } from './run-tool.ts';

process.exit(runTool('react-router', ['typegen']) || runTool('tsc', ['--noEmit']));
