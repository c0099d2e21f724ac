import { AxeBuilder } from '@axe-core/playwright';
import { chromiumPath } from './chromium.ts';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Address of the running site that browser tests visit. */
export function siteUrl(): string {
  const url = process.env.E2E_SITE_URL;
  if (!url) throw new Error('E2E_SITE_URL must be the address of a running, seeded site');
  return url.replace(/\/$/, '');
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath() ?? '/usr/bin/chromium', args: FLAGS });
}

export interface Visit {
  page: Page;
  status: number;
  /** Console errors and uncaught exceptions so far: a test that ends with one has failed. */
  faults: string[];
  close: () => Promise<void>;
}

/** Opens a path of the site in a context of its own. */
export async function visit(
  browser: Browser,
  path: string,
  { width = 1440, ...options }: BrowserContextOptions & { width?: number } = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width, height: width < 700 ? 844 : 900 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  const response = await page.goto(siteUrl() + path, { waitUntil: 'load' });
  return { page, status: response?.status() ?? 0, faults, close: () => context.close() };
}

/** What axe finds wrong, one line each; empty when the page is clean. */
export async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 120)}`));
}
