import { RESPONSE_CODES, type ErrorName } from '#shared/domain-error.ts';
import { accountProblem } from './account.ts';
import { codeAloneErrors, moneyErrors, tooManyCards, tooManyTries } from './money-errors.ts';

/** Protects against account takeover: no spending until the owner has had a day to notice the change. */
const JUST_CHANGED = '為保障你的帳戶，更改電郵或電話後 24 小時內不能更改計劃或付款卡。今次沒有收費。';

/** 3: the provider did not answer. Anything it may have started is polled until it is known. */
const PROVIDER_SILENT = '付款公司暫時沒有回應，今次沒有收費。請改用其他付款方法，或者過幾分鐘再試。';

/** For individual purchases. */
const SOLD_OUT = '已全部售出，或者由其他人留起。今次沒有收費，請過一會再試。';
const NOT_ON_SALE = '這個項目已停售，或者尚未開始發售。今次沒有收費。';

/** 20: staff have switched it off for a time. */
const SWITCHED_OFF = '這個付款方法暫停使用，今次沒有收費。請改用其他付款方法，或者稍後再試。';

export function moneyProblem(problem: ErrorName | 'offline', retryAfterSeconds: number | null): string {
  if (problem === 'offline') return accountProblem(problem, retryAfterSeconds);
  if (problem === 'tooManyRequests') return tooManyTries(retryAfterSeconds);
  if (problem === 'tooManyCards') return tooManyCards(retryAfterSeconds);
  if (problem === 'unavailable') return PROVIDER_SILENT;
  if (problem === 'functionSuspended') return SWITCHED_OFF;
  if (problem === 'accountJustChanged') return JUST_CHANGED;
  if (problem === 'quotaFull') return SOLD_OUT;
  if (problem === 'productNotFound') return NOT_ON_SALE;
  return moneyErrors[RESPONSE_CODES[problem].code] ?? accountProblem(problem, retryAfterSeconds);
}

/** Whether a purchase refusal says what happened to the money. */
export const isOfMoney = (problem: ErrorName | 'offline'): boolean =>
  problem !== 'offline' && (RESPONSE_CODES[problem].code in moneyErrors || RESPONSE_CODES[problem].status === 429);

/** For a code that is being typed. */
export const codeFault = (fault: ErrorName, retryAfterSeconds: number | null): string =>
  moneyProblem(fault, retryAfterSeconds);

/** The same where nothing could be bought without the code. */
export const codeAloneFault = (fault: ErrorName, retryAfterSeconds: number | null): string =>
  codeAloneErrors[RESPONSE_CODES[fault].code] ?? codeFault(fault, retryAfterSeconds);

/** Whether an open order is the obstacle: the page links to it. */
export const isOpenOrder = (problem: ErrorName | 'offline' | null): boolean =>
  problem !== null && problem !== 'offline' && [20006, 70009].includes(Number(RESPONSE_CODES[problem].code));
