import type { Refusal } from '#app/components/member/member-call.ts';
import { alert, confirm } from '#app/components/shell/dialogs.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { liveEventsText as text } from '#app/text/zh-hk/live-events.ts';
import { moneyErrors, tooManyTries } from '#app/text/zh-hk/money-errors.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';

const OPEN_ORDER = 20006;
const CODE_HELD = 70009;
const OWN_WORDS: Readonly<Record<string, string>> = { 20008: text.notOnSale, 150005: text.alreadyHave };

/** Explains why tickets were not sold, with an action: loaded after a refusal only. */
export function sayRefusedSale(refusal: Refusal, go: (path: string) => void): void {
  const { status, code } = refusal;
  if (code === OPEN_ORDER || code === CODE_HELD)
    return confirm({
      title: text.buy,
      words: moneyErrors[code] ?? '',
      buttons: [{ words: plansText.subscription.toOpen, action: () => go(moneyPaths.cancelPayment()) }],
    });
  const own = OWN_WORDS[String(code)] ?? moneyErrors[String(code)];
  if (own !== undefined) return alert(text.buy, own);
  // Two refusals have no code of their own in the catalogue.
  if (status === 409) return alert(text.soldOut, text.soldOutWords);
  alert(text.buy, status === 429 ? tooManyTries(refusal.retryAfterSeconds ?? null) : text.failed);
}
