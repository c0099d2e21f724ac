import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** Roles that a person presses. */
type Pressed = 'button' | 'link' | 'radio' | 'checkbox' | 'option' | 'tab' | 'summary';

/**
 * One task of a person at the desk, done only by what is visible: each step finds its target by role and name, and is
 * counted and photographed. It never goes to an address.
 */
export class Walk {
  presses = 0;
  keys = 0;
  /** From the press that publishes until the public page shows it. */
  publicMs: number | null = null;
  /** Steps after which the page was wider than the window. */
  readonly wide: string[] = [];
  readonly page: Page;
  readonly #folder: string;
  #steps = 0;

  constructor(page: Page, folder: string) {
    this.page = page;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** The dialog that is open, or the page. */
  get #scope(): Locator {
    return this.page.locator('dialog[open], body:not(:has(dialog[open]))').last();
  }

  async shoot(what: string): Promise<void> {
    await this.page.locator('main:not([aria-busy="true"])').waitFor();
    await this.page.getByText('睇緊會改啲乜').waitFor({ state: 'detached' });
    await this.page.waitForLoadState('networkidle').catch(() => null);
    this.#steps += 1;
    const name = `${String(this.#steps).padStart(2, '0')}-${what.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 40)}`;
    if (await this.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) this.wide.push(name);
    // A dialog is in the window, not in the page.
    const isDialog = await this.page.getByRole('dialog').last().isVisible();
    await this.page.screenshot({ path: join(this.#folder, `${name}.png`), fullPage: !isDialog });
  }

  async press(role: Pressed, name: string | RegExp, within?: Locator): Promise<void> {
    const scope = within ?? this.#scope;
    // A summary has no role of its own.
    const target =
      role === 'summary'
        ? scope.locator('summary').and(scope.getByLabel(name, { exact: typeof name === 'string' }))
        : scope.getByRole(role, { name, exact: typeof name === 'string' });
    await target.first().click();
    this.presses += 1;
    await this.shoot(`${role} ${name}`);
  }

  async #field(label: string | RegExp): Promise<Locator> {
    const scope = this.#scope;
    const fields = this.page.locator('input, textarea, select, [contenteditable="true"]');
    const field = scope
      .getByLabel(label, { exact: typeof label === 'string' })
      .and(fields)
      .first();
    await field.waitFor();
    return field;
  }

  /** One press into a field, and its keys. */
  async type(label: string | RegExp, words: string): Promise<void> {
    const field = await this.#field(label);
    // Where the desk has put the caret already, nothing is pressed.
    if (!(await field.evaluate((element) => element === document.activeElement))) this.presses += 1;
    await field.fill(words);
    this.keys += words.length;
    await this.shoot(`type ${label}`);
  }

  async choose(label: string | RegExp, option: string | RegExp): Promise<void> {
    const field = await this.#field(label);
    const words = await field.locator('option').allTextContents();
    const found = words.find((one) => (typeof option === 'string' ? one === option : option.test(one)));
    if (found === undefined)
      throw new Error(`“${String(label)}” offers ${words.slice(0, 12).join(', ')} and no ${option}`);
    await field.selectOption({ label: found });
    this.presses += 2;
    await this.shoot(`choose ${label}`);
  }

  async enter(): Promise<void> {
    await this.page.keyboard.press('Enter');
    this.keys += 1;
    await this.shoot('Enter');
  }

  async file(label: string | RegExp, name: string, buffer: Buffer): Promise<void> {
    const button = this.#scope.getByRole('button', { name: label }).first();
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), button.click()]);
    await chooser.setFiles({ name, mimeType: 'image/png', buffer });
    this.presses += 2;
    await this.shoot(`file ${label}`);
  }

  /** Chooses a file in a field that shows its own button. */
  async attach(label: string | RegExp, name: string, buffer: Buffer): Promise<void> {
    await (await this.#field(label)).setInputFiles({ name, mimeType: 'image/png', buffer });
    this.presses += 2;
    await this.shoot(`attach ${label}`);
  }

  /** Opens a received link as another person, without the session of the walk so far. */
  async leaveTo(url: string): Promise<void> {
    await this.page.context().clearCookies();
    await this.page.goto(url);
    this.presses += 1;
    await this.shoot('link');
  }

  /** The file behind a link, as text. */
  async download(name: string | RegExp): Promise<string> {
    const link = this.#scope.getByRole('link', { name }).first();
    const [download] = await Promise.all([this.page.waitForEvent('download'), link.click()]);
    this.presses += 1;
    await this.shoot(`download ${name}`);
    return readFileSync(await download.path(), 'utf8');
  }

  /** A room of the navigation, which a phone shows behind a button. */
  async room(name: string): Promise<void> {
    const menu = this.page.getByRole('button', { name: '目錄' });
    if (await menu.isVisible()) await this.press('button', '目錄');
    await this.press('link', name, this.page.getByRole('navigation', { name: '工作台' }));
  }

  async sees(words: string | RegExp): Promise<void> {
    await this.page.getByText(words).locator('visible=true').first().waitFor();
  }
}
