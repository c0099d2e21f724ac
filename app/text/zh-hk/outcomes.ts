import { errors } from './errors.ts';
import type { GuestResultKind, MessagePageKind } from '#shared/enums.ts';

interface Message {
  title: string;
  words: string;
}

/** Message pages by the keys of the catalogue (HD-15), about money and accounts, so in formal written Chinese. */
export const messages: Record<MessagePageKind, Message> = {
  contactCs: { title: '請聯絡客戶服務', words: '這件事需要由客戶服務同事跟進，請把情況告訴我們。' },
  emailNotVerified: { title: '電郵地址尚未驗證', words: '請先驗證你的電郵地址，再繼續申請。' },
  subscriptionExisted: { title: '你已經有訂閱計劃', words: '你的帳戶已有有效的計劃，毋須再次申請，今次沒有收費。' },
  subscribeServiceInvalid: { title: '未能申請這項服務', words: '這項服務現時不接受申請，請選擇其他計劃。' },
  show404: { title: errors.notFoundTitle, words: errors.notFoundWords },
  tvodEmailNotVerified: { title: '租看影片前請先驗證電郵', words: '請先驗證你的電郵地址，再租看影片。' },
  show500: {
    title: '系統暫時未能處理',
    words: '我們已記錄這次錯誤。請過幾分鐘再試；如涉及付款，請先查看會員紀錄，以免重複付款。',
  },
  promotionCodeInvalid: { title: '優惠碼未能使用', words: '優惠碼不正確、已經過期，或者不適用於這個計劃。' },
  transactionProcessing: { title: '付款處理中', words: '你有一宗交易仍在處理，請等候結果，請勿再次付款。' },
};

/** Result pages for visitors who are not logged in. */
export const results: Record<GuestResultKind, Message> = {
  subscriptionSuccess: { title: '訂閱成功', words: '多謝訂閱。請登入你的帳戶，開始使用服務。' },
  subscriptionFailure: { title: '訂閱未能完成', words: '你的計劃尚未生效。請登入帳戶查看紀錄，再決定是否重新申請。' },
  redeemSuccess: { title: '兌換成功', words: '兌換項目已加到你的帳戶，請登入查看。' },
  redeemFailure: { title: '兌換未能完成', words: '今次沒有用去兌換碼。請登入帳戶，核對後再試一次。' },
  premiumPurchaseSuccess: { title: '租看成功', words: '影片已加到你的帳戶，請登入收看。' },
  premiumPurchaseFailure: {
    title: '租看未能完成',
    words: '影片尚未加到你的帳戶。請登入帳戶查看紀錄，再決定是否重新租看。',
  },
  newSubscriptionFailure: {
    title: '訂閱未能完成',
    words: '你的計劃尚未生效。請登入帳戶查看紀錄，再決定是否重新申請。',
  },
  changePlanFailure: { title: '未能轉計劃', words: '你的計劃沒有更改，照用到原定日期。請登入帳戶查看紀錄。' },
  changeCardFailure: {
    title: '未能換卡',
    words: '銀行沒有批准新卡，舊卡照用。如曾暫收 HK$1.00，會全數退回。請登入帳戶再試。',
  },
};

export const outcomeButtons = {
  logIn: '登入',
  back: '返回',
  memberInfo: '我的帳戶',
  memberHistory: '會員紀錄',
  subscription: '選擇計劃',
  contact: '聯絡我們',
} as const;
