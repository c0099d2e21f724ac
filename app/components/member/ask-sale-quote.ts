import { memberNow } from '#app/components/frame/member-state.ts';
import { screenCalls } from '#app/screen-paths.ts';
import { moneyErrors, tooManyTries } from '#app/text/zh-hk/money-errors.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { moneyHk } from '#shared/money.ts';
import { callAsMember } from './member-call.ts';
import type { SaleQuote } from './use-sale-quote.ts';

/** Codes that are none: nobody asks twice about one, as each counts. */
const unknown = new Map<string, string>();
const UNKNOWN_CODE = 21002;

/** Asks what a sale costs with a code. Null where nothing can be said of it: to a guest, or without a network. */
export async function askSaleQuote(body: string): Promise<SaleQuote | null> {
  const who = memberNow();
  // Codes are for members; of who is not known yet the station says so.
  if (who !== null && !who.user) return null;
  const { lines } = JSON.parse(body) as { lines: { promotion_code?: string }[] };
  const code = lines[0]?.promotion_code ?? '';
  const known = unknown.get(code);
  if (known !== undefined) return { totalCents: null, words: known };
  const headers = { 'content-type': 'application/json' };
  const answer = await callAsMember(screenCalls.quoteSale(), { method: 'POST', headers, body }, { tells: false });
  if (!answer.isOk) {
    const words =
      answer.status === 429 ? tooManyTries(answer.retryAfterSeconds ?? null) : moneyErrors[String(answer.code)];
    if (words === undefined) return null;
    if (answer.code === UNKNOWN_CODE) unknown.set(code, words);
    return { totalCents: null, words };
  }
  const { discount_cents: off, total_cents: totalCents } = answer.response as {
    discount_cents: number;
    total_cents: number;
  };
  return { totalCents, words: plansText.subscription.codePays(moneyHk(off), moneyHk(totalCents)) };
}
