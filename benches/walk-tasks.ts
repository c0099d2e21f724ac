import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Browser, BrowserContext } from 'playwright-core';
import { startBrowser } from '#tests/setup/browser.ts';
import type { Site } from '#tests/setup/site.ts';
import type { Row } from './measure.ts';
import { Walk } from './walk.ts';

// Runs walks of the desk at both widths, and reports the number of presses.

const WIDTHS = [1440, 390] as const;
/** On a busy machine a page may take long, which is not what is counted. */
const PATIENCE_MS = 20_000;
const PUBLIC_MS = 2_000;

export interface WalkTask {
  what: string;
  name: string;
  who: string;
  /** Presses at most, if not those of the whole bench. */
  mostPresses?: number;
  /** Rooms that it enters, for each of which a phone takes another press. */
  rooms?: number;
  /** `nth` is the number of the width, so that no task meets what it did before. */
  walk(walk: Walk, nth: number, site: string): Promise<void>;
}

/** Confirms the change that the open dialog shows. */
export async function confirm(walk: Walk, words: string, reason?: string): Promise<void> {
  if (reason !== undefined) await walk.type('原因', reason);
  // Large amounts and irreversible actions need another's approval.
  await walk.press('button', new RegExp(`^(${words}|交第二個人批)$`));
  await walk.sees(/：做好咗$|：已交第二個人批$/);
}

/** Logs in as a demo account by what the log-in page shows, and keeps the session for both widths. */
async function logIn(
  browser: Browser,
  deskUrl: string,
  who: string,
): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(deskUrl);
  await page.getByRole('button', { name: who }).click();
  await page.getByRole('button', { name: '登入', exact: true }).click();
  await page.getByRole('heading', { level: 1 }).filter({ hasText: who }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Walks all tasks at each width: what a person presses, and whether the page ever scrolls sideways. */
export async function walkTasks(
  site: Pick<Site, 'url' | 'deskUrl'>,
  tasks: readonly WalkTask[],
  {
    folder,
    mostPresses,
    prepare = async () => {},
  }: { folder: string; mostPresses: number; prepare?: (browser: Browser) => Promise<void> },
): Promise<Row[]> {
  const browser = await startBrowser();
  const only = process.env.WALKS?.split(',');
  const sessions = new Map<string, Awaited<ReturnType<typeof logIn>>>();
  const rows: Row[] = [];
  try {
    await prepare(browser);
    for (const [nth, width] of WIDTHS.entries())
      for (const task of tasks) {
        const { what, name, who, rooms = 1 } = task;
        // On a phone the rooms are behind a button.
        const most = (task.mostPresses ?? mostPresses) + (width < 700 ? rooms : 0);
        if (only && !only.includes(name)) continue;
        const state = sessions.get(who) ?? (await logIn(browser, site.deskUrl, who));
        sessions.set(who, state);
        const context = await browser.newContext({
          viewport: { width, height: width < 700 ? 844 : 900 },
          storageState: state,
          locale: 'zh-HK',
          timezoneId: 'Asia/Hong_Kong',
        });
        context.setDefaultTimeout(PATIENCE_MS);
        const page = await context.newPage();
        const walk = new Walk(page, join(folder, `${name}-${width}`));
        await page.goto(site.deskUrl);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await walk.shoot('first');
        const fault = await task.walk(walk, nth, site.url).then(
          () => null,
          async (error: unknown) => {
            await walk.shoot('stuck').catch(() => null);
            return stripVTControlCharacters(String(error)).split('\n')[0]!.slice(0, 200);
          },
        );
        await context.close();
        const { presses, keys, wide, publicMs } = walk;
        rows.push({
          promise: `${what}, ${width} px`,
          figure:
            (fault === null ? `${presses} presses, ${keys} keys` : `stuck after ${presses} presses: ${fault}`) +
            (wide.length > 0 ? `, scrolls sideways at ${wide.join(', ')}` : ''),
          limit: `${most} presses`,
          holds: fault === null && presses <= most && wide.length === 0,
        });
        if (publicMs !== null)
          rows.push({
            promise: `from the press until the public page has the headline, ${width} px`,
            figure: `${(publicMs / 1000).toFixed(2)} s`,
            limit: `${PUBLIC_MS / 1000} s`,
            holds: publicMs <= PUBLIC_MS,
          });
      }
  } finally {
    await browser.close();
  }
  return rows;
}
