import { waitWords } from './wait-words.ts';

/** For codes, and for payment attempts. */
export const tooManyTries = (retryAfterSeconds: number | null): string =>
  `嘗試次數太多，請${retryAfterSeconds ? `於 ${waitWords(retryAfterSeconds)}後` : '稍後'}再試。今次沒有收費。`;

/** For cards from one network, which several people share: other payment methods remain available. */
export const tooManyCards = (retryAfterSeconds: number | null): string =>
  `你使用的網絡剛才有太多信用卡被拒。請改用其他付款方法，或者${retryAfterSeconds ? `於 ${waitWords(retryAfterSeconds)}後` : '稍後'}再用信用卡。今次沒有收費。`;

/** Refusals of a code where nothing could be bought without it: to be redeemed, or of a link. */
export const codeAloneErrors: Readonly<Record<number | string, string>> = {
  70001: '你使用這個優惠的次數已到上限，請使用另一個碼。',
  70002: '這個優惠的名額已滿，稍後可以再試，或者使用另一個碼。',
  70003: '這個碼已用盡，請使用另一個碼。',
  70005: '你的帳戶不能使用這個碼。如有疑問，請向派發的單位查詢。',
  70008: '這個碼已經過期，請使用另一個碼。',
};

/** Texts for refusals of payment calls: in formal written Chinese, and always with what happened to the money. */
export const moneyErrors: Record<number | string, string> = {
  20002: '你已有自動續訂的計劃，或者已排滿未開始的計劃。今次沒有收費。',
  20006: '你有另一張訂單仍可付款。請先完成或取消，再購買。今次沒有收費。',
  20008: '這個項目已停售，或者價錢剛剛更改。今次沒有收費，請核對新的價錢再按一次。',
  21002: '找不到這個優惠碼，請檢查有沒有輸入錯誤。',
  21003: '這個優惠碼指定給另一位會員，請登入收到優惠碼的帳戶。',
  21004: '這個優惠碼不適用於這個項目，請選擇另一個項目，或者不用優惠碼繼續。',
  23001: '你有一份支票或銀行入數的申請仍在處理，完成或取消後才可再申請。',
  30006: '你的帳戶沒有自動續訂，或者這個付款方法不能自動續訂。',
  30007: '這個計劃的扣款日子由付款公司管理，不能在這裏更改。',
  31001: '今期的自動扣款正在處理，暫時不能更改，請過 1 小時再試。',
  70001: '你使用這個優惠的次數已到上限，請不用這個碼繼續，或者使用另一個碼。',
  70002: '這個優惠的名額已滿，請不用這個碼繼續；有人放棄訂單的話，稍後可以再試。',
  70003: '這個碼已用盡，請不用這個碼繼續，或者使用另一個碼。',
  70005: '你的帳戶不符合這個優惠的資格，請不用這個碼繼續，或者向派發的單位查詢。',
  70007: '找不到這個優惠，請檢查連結是否完整。',
  70008: '這個碼已經過期，請使用另一個碼，或者不用碼繼續。',
  70009: '這個碼由你另一張未完成的訂單使用中。完成或取消那張訂單後，便可再用。',
  70010: '這個優惠尚未開始，請於開始之後再試。',
  70012: '找不到這個兌換碼，請留意 0 和 O、1 和 I。',
  70013: '這個兌換碼已經用過，請查看會員紀錄，或者使用另一個碼。',
  150005: '你已擁有這項內容，毋須再付款。',
};
