import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { answerPages } from '#server/pages/page-answers.ts';

// The page process, child of a listening one (page-process.ts), from the same build.
const main = (await import(pathToFileURL(resolve('build/server/main.js')).href)) as {
  answerPages: typeof answerPages;
};
main.answerPages();
