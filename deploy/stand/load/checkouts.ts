import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { demoAccounts } from '#db/seed/members.ts';
import type { Deal } from '#sandbox/payments/wallet-bank.ts';
import { ANSWER_MS, EVERY_MS, logIn, until } from './session.ts';

/** The payer sees the result soon, or leaves. */
const RESULT_MS = 15_000;
/** A payment whose webhook was lost is polled by the worker. */
const SETTLED_MS = 180_000;
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

export interface Wallets {
  /** Where its pages are. */
  url: string;
  /** PayMe's book, a line per change. */
  book: string;
}

interface Booked {
  number: string;
  bank: number;
  refunded: number;
  facts: number;
  factCents: number;
  gifts: number;
  state: string;
}

/** Captured payments, by the bank's own book. */
function capturedDeals(book: string, sinceMs: number): Deal[] {
  if (!existsSync(book)) return [];
  const deals = new Map<string, Deal>();
  for (const line of readFileSync(book, 'utf8').split('\n')) {
    try {
      const deal = JSON.parse(line) as Deal;
      deals.set(deal.id, deal);
    } catch {
      // Being written.
    }
  }
  return [...deals.values()].filter(({ paid, openedMs }) => paid !== null && openedMs >= sinceMs);
}

/**
 * A member buys plans as gifts by PayMe, one after the other, through the pages and without scripts. Whatever the bank took is
 * booked once, and has made its gift once, whichever server failed in between.
 */
export function payCheckouts(site: string, wallets: Wallets, signal: AbortSignal) {
  const sinceMs = Date.now();
  let seen = 0;
  let cookie: string | undefined;

  const ask = (url: string, form?: Record<string, string>) =>
    fetch(url, {
      method: form ? 'POST' : 'GET',
      headers: { cookie: cookie ?? '', origin: new URL(url).origin, 'user-agent': PHONE },
      ...(form && { body: new URLSearchParams(form) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  const locationOf = async (reply: Response): Promise<string> => {
    await reply.text();
    return reply.headers.get('location') ?? '';
  };

  async function buyOnce(): Promise<void> {
    const plans = `${site}/member/userinfo/newSubscription?gift=1`;
    const key = randomUUID();
    const checkout = await until(signal, async () => {
      const page = await (await ask(plans)).text();
      const valueOf = (name: string) => new RegExp(`name="${name}" value="(\\d+)"`).exec(page)?.[1] ?? '';
      const asked = { plan: valueOf('plan'), price_cents: valueOf('price_cents'), gift: '1', method: 'payme', key };
      const path = await locationOf(await ask(plans, asked));
      return path.includes('/payme/checkout') ? path : undefined;
    });
    if (checkout === undefined) return;
    const page = await until(signal, async () => {
      const reply = await ask(new URL(checkout, site).href);
      const [, id] = /\/sandbox\/payme\/pay\/([\w-]+)/.exec(await reply.text()) ?? [];
      return id && `${wallets.url}/sandbox/payme/app/${id}`;
    });
    if (page === undefined) return;
    // The payer's own press: once.
    await ask(page, { do: 'pays' }).then(locationOf);
    const untilMs = Date.now() + RESULT_MS;
    while (!signal.aborted && Date.now() < untilMs) {
      const path = await ask(new URL(checkout, site).href).then(locationOf, () => '');
      if (path.includes('newSubscriptionSuccess')) {
        seen++;
        return;
      }
      await delay(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  async function run(): Promise<void> {
    const { accounts, password } = demoAccounts();
    cookie = await until(signal, () => logIn(site, accounts.at(-1)?.email, password));
    while (!signal.aborted) {
      await buyOnce().catch(() => {});
      await delay(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  async function bookedIn(pool: Pool, captured: readonly Deal[]): Promise<Booked[]> {
    const { rows } = await pool.query<Booked>(
      `select attempt.number, paid.cents as bank, paid.refunded, orders.state,
         (select count(*)::int from payment_facts where attempt_id = attempt.id and kind = 'paid') as facts,
         (select coalesce(sum(case kind when 'paid' then cents else -cents end), 0)::int from payment_facts
           where attempt_id = attempt.id and kind in ('paid', 'refunded')) as "factCents",
         (select count(*)::int from promotion_codes where order_id = orders.id) as gifts
       from unnest($1::text[], $2::int[], $3::int[]) as paid (number, cents, refunded)
       join payment_attempts attempt on attempt.number = paid.number join orders on orders.id = attempt.order_id`,
      [
        captured.map(({ number }) => number),
        captured.map(({ paid }) => paid!.cents),
        captured.map(({ refunds }) => refunds.reduce((sum, { cents }) => sum + cents, 0)),
      ],
    );
    return rows;
  }

  /** A payment is booked once, and has one gift or was refunded in full. */
  const isRight = ({ bank, refunded, facts, factCents, gifts, state }: Booked): boolean =>
    facts === 1 &&
    factCents === bank - refunded &&
    (state === 'paid' ? gifts === 1 && refunded === 0 : state === 'refunded' && refunded === bank);

  return {
    done: run(),
    async verify(pool: Pool): Promise<string[]> {
      const untilMs = Date.now() + SETTLED_MS;
      for (;;) {
        const captured = capturedDeals(wallets.book, sinceMs);
        const booked = await bookedIn(pool, captured);
        const numbers = new Set(booked.map(({ number }) => number));
        const faults = [
          ...captured
            .filter(({ number }) => !numbers.has(number))
            .map(({ number }) => `payment ${number} is not booked`),
          ...booked.filter((one) => !isRight(one)).map((one) => `payment ${JSON.stringify(one)}`),
        ];
        if (faults.length === 0 || Date.now() >= untilMs) return faults;
        await delay(EVERY_MS);
      }
    },
    count: () => `${capturedDeals(wallets.book, sinceMs).length} paid checkouts (${seen} seen by their payer at once)`,
  };
}
