import type { Page } from 'playwright-core';

/** The tag that has the focus at the instant at which words come into a place, which is before any key can follow them. */
export const focusWith = (page: Page, words: string, place = 'main'): Promise<string> =>
  page.evaluate(
    ([awaited, within]) =>
      new Promise((resolve) => {
        const watch = new MutationObserver(() => {
          if (document.querySelector(within)?.textContent?.includes(awaited) !== true) return;
          watch.disconnect();
          resolve((document.activeElement?.cloneNode(false) as Element | undefined)?.outerHTML ?? '');
        });
        watch.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    [words, place] as const,
  );
