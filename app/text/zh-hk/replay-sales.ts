import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { timeText } from './time.ts';

const momentOf = (ms: number) => `${timeText.date(dayHkOf(new Date(ms)))} ${clockHk(new Date(ms))}`;

/** Replays that are bought one by one. */
export const replaySalesText = {
  /** On the page of a replay. */
  only: (price: string) => `淨係買呢一集 ${price}`,
  ownedUntil: (ms: number) => `買咗，到 ${timeText.date(dayHkOf(new Date(ms)))}`,

  /** Where a press needs a plan. */
  offer: {
    words: (days: number) => `訂閱計劃就乜都聽得，或者淨係買呢一集，聽足 ${days} 日。`,
  },

  buy: {
    title: (title: string, date: string) => `買一集：${title} ${date}`,
    plainTitle: '淨係買呢一集',
    /** The same of a broadcast that is not sold alone. */
    closedOf: (title: string, date: string) => `不設單集購買：${title} ${date}`,
    closedTitle: '不設單集購買',
    description: '選擇付款方法，付款後即可收聽。',
    order: '購買內容',
    terms: (days: number) => `付款後 ${days} 日內可不限次數收聽整集，不會自動續訂。`,
    until: (ms: number) => `這一集的重溫期較短，可收聽至 ${momentOf(ms)}。`,
    refund: '購買後不設退款；如節目在期限前收起，本台會跟進退款。',
    closed: '這一集現時不設單集購買。',
    owned: '你已購買這一集，仍未到期。',
    ended: '你收聽這一集的期限已過。',
    planned: '你的計劃已包括這一集，毋須購買。',
    toReplay: '返到呢一集',
  },

  mine: {
    title: '買咗嘅節目',
    description: '逐集買嘅節目重溫。',
    success: '購買成功',
    loading: '載入緊…',
    failed: '載入唔到你買咗嘅節目，請再試一次。',
    again: '再試一次',
    guest: '登入之後，就見到你買咗嘅節目。',
    logIn: '登入',
    none: '你未買過單集。喺重溫嘅版面撳「淨係買呢一集」，就會喺呢度出現。',
    toArchives: '去重溫',
    listen: '去聽',
    until: (ms: number) => `聽到 ${momentOf(ms)}`,
    boughtOn: (ms: number) => `${timeText.date(dayHkOf(new Date(ms)))}買`,
    states: { running: '聽得', over: '已到期', refunded: '已安排退款', withdrawn: '已收起' },
    withdrawn: '呢一集喺期限前收起咗，我哋會跟進退款。',
    gone: '已收起嘅節目',
    scripts: '要開啟 JavaScript 先睇到你買咗嘅節目。',
    toHistory: '會員紀錄',
  },

  failure: {
    title: '購買未能完成',
    words: '未有收到付款，節目尚未加到你的帳戶。請先查看會員紀錄，再決定是否重新購買。',
    toOrder: '返回付款',
  },
} as const;
