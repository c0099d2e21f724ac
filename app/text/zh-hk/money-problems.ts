import { RESPONSE_CODES, type ErrorName } from '#shared/domain-error.ts';
import { accountProblem } from './account.ts';

/** What a refusal means where money may move: in written Chinese, and always what became of the money. */
const BY_CODE: Record<number | string, string> = {
  20002: '你已有自動續訂的計劃，或者已排滿未開始的計劃。今次沒有收費。',
  20006: '你有另一張訂單仍可付款。請先完成或取消，再選擇計劃。今次沒有收費。',
  20008: '這個計劃已停售，或者價錢剛剛更改。今次沒有收費，請核對新的價錢再按一次。',
  21002: '找不到這個優惠碼，請檢查有沒有輸入錯誤。',
  21003: '這個優惠碼指定給另一位會員，請登入收到優惠碼的帳戶。',
  21004: '這個優惠碼不適用於這個計劃，請選擇另一個計劃，或者不用優惠碼繼續。',
  23001: '你有一份支票或銀行入數的申請仍在處理，完成或取消後才可再申請。',
  30006: '你的帳戶沒有自動續訂，或者這個付款方法不能自動續訂。',
  30007: '這個計劃的扣款日子由付款公司管理，不能在這裏更改。',
  31001: '今期的自動扣款正在處理，暫時不能更改，請過 1 小時再試。',
  70001: '你使用這個優惠的次數已到上限。',
  70002: '這個優惠的名額已滿。',
  70003: '這個碼的使用次數已到上限。',
  70005: '你的帳戶不符合這個優惠的資格。',
  70007: '找不到這個優惠，請檢查連結是否完整。',
  70008: '這個碼已經過期。',
  70009: '這個碼由你另一張未完成的訂單使用中。完成或取消那張訂單後，便可再用。',
  70010: '這個優惠尚未開始。',
  70012: '找不到這個兌換碼，請留意 0 和 O、1 和 I。',
  70013: '這個兌換碼已經用過。',
  150005: '你已擁有這項內容，毋須再付款。',
};

/** Whoever took an account over cannot spend with it before its owner had a day to hear of it. */
const JUST_CHANGED = '為保障你的帳戶，更改電郵或電話後 24 小時內不能更改計劃或付款卡。今次沒有收費。';

/** 3: a provider that did not answer. What it may have begun is asked of it until it is known. */
const PROVIDER_SILENT = '付款公司暫時沒有回應，今次沒有收費。請改用其他付款方法，或者過幾分鐘再試。';

export function moneyProblem(problem: ErrorName | 'offline', retryAfterSeconds: number | null): string {
  if (problem === 'offline') return accountProblem(problem, retryAfterSeconds);
  if (problem === 'unavailable') return PROVIDER_SILENT;
  if (problem === 'accountJustChanged') return JUST_CHANGED;
  return BY_CODE[RESPONSE_CODES[problem].code] ?? accountProblem(problem, retryAfterSeconds);
}

/** Of a code that is being typed. */
export const codeFault = (fault: ErrorName): string => moneyProblem(fault, null);

/** Whether the open order is what stands in the way: it is led to. */
export const isOpenOrder = (problem: ErrorName | 'offline' | null): boolean =>
  problem !== null && problem !== 'offline' && [20006, 70009].includes(Number(RESPONSE_CODES[problem].code));
