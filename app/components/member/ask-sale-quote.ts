import { memberNow } from '#app/components/frame/member-state.ts';
import { screenCalls } from '#app/screen-paths.ts';
import { moneyErrors, tooManyTries } from '#app/text/zh-hk/money-errors.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { moneyHk } from '#shared/money.ts';
import { callAsMember } from './member-call.ts';
import type { SaleQuote } from './sale-quote.ts';

/** Known invalid codes: not requested again, because each attempt counts. */
const unknown = new Map<string, string>();
const UNKNOWN_CODE = 21002;

/** Requests the price of a sale with a code. Null if unavailable: for guests, or without a network. */
export async function askSaleQuote(body: string): Promise<SaleQuote | null> {
  const who = memberNow();
  // Codes are for members; if the visitor is not known yet, the server decides.
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
