import type { Page } from 'playwright-core';

/** Gives a page a share sheet that opens at the first press and stays open: further presses are refused, as by browsers. */
export const openShareSheetFor = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let presses = 0;
    const share = () => {
      presses += 1;
      document.documentElement.dataset['sharePresses'] = String(presses);
      return presses === 1 ? new Promise(() => {}) : Promise.reject(new DOMException('', 'InvalidStateError'));
    };
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    Object.defineProperty(navigator, 'canShare', { value: () => true, configurable: true });
  });

/** Presses that reached the share sheet. */
export const sharePresses = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset['sharePresses'] ?? 0));
