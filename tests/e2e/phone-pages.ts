import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openDatabase } from '#db/database.ts';
import { runningPostgresUrl } from '#db/embedded.ts';
import { phoneRequests } from '#db/tables/phone-verification.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { newTab } from '#tests/setup/browser-tabs.ts';
import { seedFolder, startSite, type Site } from '#tests/setup/site.ts';
import { makeTestFolder } from '#tests/setup/test-folder.ts';
import { anotherTab, wasPrompted } from './members-site.ts';

// A site on which members verify phones by calling or texting us, with simulated phones.

const PASSWORD = 'harbour-light-42';

export interface PhoneVisit {
  page: Page;
  context: BrowserContext;
  memberId: number;
  /** Console errors and uncaught exceptions so far. */
  faults: string[];
  close: () => Promise<void>;
}

export interface VisitOptions {
  width?: number;
  /** The device can open a text. */
  hasTouch?: boolean;
  javaScriptEnabled?: boolean;
  /** The test controls the page's clock. */
  hasClock?: boolean;
}

export async function startPhonePages() {
  // Seeded once for all files: on a new folder the worker would first do all that follows a seed.
  const dataDir = makeTestFolder('site');
  seedFolder(dataDir);
  const passwordHash = await hashPassword(PASSWORD);
  const start = (mode: 'p2a' | 'disabled') =>
    startSite({
      dataDir,
      // The worker processes status callbacks of calls and texts.
      args: [mode === 'p2a' ? '--services=web,worker' : '--services=web'],
      env: { PHONE_VERIFICATION_MODE: mode },
    });
  const openDb = () => openDatabase(runningPostgresUrl(join(dataDir, 'postgres')) ?? '');
  let site: Site = await start('p2a');
  let database = openDb();

  async function open(page: Page): Promise<string[]> {
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${site.url}/member/userinfo/p2aPhoneVerify`, { waitUntil: 'load' });
    return faults;
  }

  return {
    url: () => site.url,
    /** Opens the phone page again, in another tab of a visit. */
    async openPage({ page }: PhoneVisit): Promise<Page> {
      const other = await anotherTab(page);
      await open(other);
      return other;
    },
    /** A new member with an unverified number, on the verification page. */
    async visit(
      browser: Browser,
      phoneNo: string,
      { width = 1440, hasTouch = false, javaScriptEnabled = true, hasClock = false }: VisitOptions = {},
    ): Promise<PhoneVisit> {
      const email = `phone-${phoneNo}@members.example.com`;
      const proof = { passwordHash, emailVerifiedAt: new Date(), phoneNoCountry: 852, phoneNo };
      const memberId = await insertMember(database.db, email, { ...proof, dob: '1990-01-31', gender: 'F' });
      const { page, close } = await newTab(browser, site.url, {
        viewport: { width, height: width < 700 ? 844 : 900 },
        ...(hasTouch ? { hasTouch } : {}),
        ...(javaScriptEnabled ? {} : { javaScriptEnabled }),
      });
      const context = page.context();
      await page.goto(`${site.url}/robots.txt`);
      await wasPrompted(page, memberId);
      const data = { email, password: PASSWORD, rememberMe: false };
      const reply = await context.request.post(`${site.url}/api/user/login`, { data });
      if (!reply.ok()) throw new Error(`the log-in answered ${reply.status()}`);
      if (hasClock) await context.clock.install();
      const faults = await open(page);
      if (javaScriptEnabled) await page.waitForFunction(() => sessionStorage.getItem('airwave.ready') === '1');
      return { page, context, memberId, faults, close };
    },
    /** Another member with the verified number. */
    insertProved: (phoneNo: string) =>
      insertMember(database.db, `other-${phoneNo}@members.example.com`, {
        phoneNo,
        phoneNoCountry: 852,
        phoneVerifiedAt: new Date(),
      }),
    requestsOf: (memberId: number) =>
      database.db.select().from(phoneRequests).where(eq(phoneRequests.memberId, memberId)),
    /** Moves the member's windows and last call into the past. */
    async age(memberId: number, seconds: number): Promise<void> {
      const { db } = database;
      for (const row of await db.select().from(phoneRequests).where(eq(phoneRequests.memberId, memberId))) {
        const earlier = (at: Date | null) => at && new Date(at.getTime() - seconds * 1000);
        await db
          .update(phoneRequests)
          .set({
            createdAt: new Date(row.createdAt.getTime() - seconds * 1000),
            windowBeganAt: earlier(row.windowBeganAt),
            windowEndsAt: earlier(row.windowEndsAt),
            triggeredAt: earlier(row.triggeredAt),
          })
          .where(eq(phoneRequests.id, row.id));
      }
    },
    phones: () => phonesOf(site.url),
    /** Restarts the site with phone verification disabled. */
    async switchOff(): Promise<void> {
      await database.close();
      await site.kill('SIGTERM');
      site = await start('disabled');
      database = openDb();
    },
    async stop(): Promise<void> {
      await database.close();
      await site.close();
    },
  };
}
export type PhonePages = Awaited<ReturnType<typeof startPhonePages>>;

/** Actions of members' phones, on the page of the carrier's stand-in. */
export function phonesOf(url: string) {
  const inbox = `${url}/sandbox/phones`;
  const press = async (path: string, fields: Record<string, string> = {}) => {
    const reply = await fetch(`${inbox}/${path}`, { method: 'POST', body: new URLSearchParams(fields) });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
  };
  const look = async (phoneNo: string) => {
    const html = await (await fetch(`${inbox}?number=${encodeURIComponent(`+852${phoneNo}`)}`)).text();
    return html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  };
  /** Id of the ringing call. */
  async function ringing(phoneNo: string): Promise<string> {
    for (let round = 0; round < 120; round++) {
      const [, id] = /calls\/([\w-]+)\/key/.exec(await look(phoneNo)) ?? [];
      if (id !== undefined) return id;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error(`${phoneNo} does not ring`);
  }
  return {
    look,
    text: (phoneNo: string, { to, body, twice = false }: { to: string; body: string; twice?: boolean }) =>
      press('in/text', { from: `+852${phoneNo}`, to, body, ...(twice ? { twice: 'yes' } : {}) }),
    call: (phoneNo: string, { to, twice = false }: { to: string; twice?: boolean }) =>
      press('in/call', { from: `+852${phoneNo}`, to, ...(twice ? { twice: 'yes' } : {}) }),
    /** Answers the ringing call, with a key or without. Returns the page with what was said. */
    async answer(phoneNo: string, action: 'key' | 'listen'): Promise<string> {
      await press(`calls/${await ringing(phoneNo)}/${action}`);
      return look(phoneNo);
    },
  };
}

/** The spoken digits, from the stand-in's page. */
export function digitsSaid(page: string): string {
  const [, said = ''] = /驗證碼係：([零一二三四五六七八九，]+)。/.exec(page) ?? [];
  return Array.from(said)
    .flatMap((letter) => (letter === '，' ? [] : ['零一二三四五六七八九'.indexOf(letter)]))
    .join('');
}

/** Number to call and text to send, as displayed. */
export async function shown(page: Page): Promise<{ to: string; body: string }> {
  const facts = await page.locator('dd').allInnerTexts();
  return { to: (facts[0] ?? '').replaceAll(' ', ''), body: facts[1] ?? '' };
}

/** Records what a screen reader would announce from now on. Returns a function to read it. */
export async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const liveRegion = (node: Node) =>
      (node instanceof Element ? node : node.parentElement)?.closest(
        '[role=status],[role=alert],[aria-live]:not([aria-live=off])',
      );
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = liveRegion(target);
        if (region?.textContent) heard.push(region.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

/** Seconds of the displayed countdown. */
export const secondsShown = async (page: Page) => {
  const [, minutes = '', seconds = ''] = /(\d):(\d\d)/.exec(await page.getByRole('timer').innerText()) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

/** The code form can be submitted once its bot check has a token. */
export async function giveCode(page: Page, code: string): Promise<void> {
  const form = page.locator('form:has([name=verify_code])');
  await form.locator('[name=verify_code]').fill(code);
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=turnstileToken]')?.value !== '');
  await form.getByRole('button').click();
}
