import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { openPages } from './browser.ts';

// CI repeats only the first line of a failure. That of a browser test says what its pages showed, so that a failure
// that happens once can be explained.

const PAGES = 3;
const TEXT_CHARACTERS = 600;
const ANSWER_MS = 5_000;

async function shown(page: Page): Promise<string> {
  const text = page.evaluate(() => document.body?.innerText ?? '');
  const late = new Promise<string>((resolve) => void setTimeout(resolve, ANSWER_MS, '(does not answer)').unref());
  const words = await Promise.race([text, late]).catch(() => '(closed)');
  return `${page.url()}: ${words.replaceAll(/\s+/g, ' ').slice(0, TEXT_CHARACTERS)}`;
}

afterEach(async ({ task: { result } }) => {
  const error = result?.state === 'fail' ? result.errors?.[0] : undefined;
  if (error === undefined) return;
  const pages = await Promise.all(openPages().slice(-PAGES).map(shown));
  if (pages.length === 0) return;
  const line = ` [pages: ${pages.join(' | ')}]`;
  const extend = (text: string) => text.replace(/$/m, () => line);
  error.message = extend(error.message);
  if (error.stack !== undefined) error.stack = extend(error.stack);
});
