import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../inbox-page.ts';
import { WEBHOOK_MODES, type WebhookMode } from './webhook-modes.ts';

const STYLE = `:root{color-scheme:light}*{box-sizing:border-box}body{font:16px/1.6 system-ui,"Noto Sans CJK HK",sans-serif;margin:0;color:#14110e;background:#f4f2ee}
main{max-width:30rem;margin:0 auto;padding:1.25rem}h1{font-size:1.4rem;line-height:1.3;margin:.5rem 0}h2{font-size:1.1rem;margin:0 0 .5rem}
.card{background:#fff;border:1px solid #dad5cd;border-radius:10px;padding:1.25rem;margin:0 0 1rem}form{display:grid;gap:.75rem;margin:0}label{display:grid;gap:.25rem}
.two{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}input,select,button{font:inherit;width:100%;height:3rem;padding:0 .75rem;border:1px solid #7a736b;border-radius:8px;background:#fff;color:inherit}
button{background:#14110e;border-color:#14110e;color:#fff;cursor:pointer}button.quiet{background:#fff;color:#14110e}small{color:#544e47}.amount{font-size:1.75rem;font-weight:700;margin:0}[role=alert]{color:#a3160c;margin:0;font-weight:600}p{margin:0 0 .5rem}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export interface PayPage {
  provider: string;
  /** Target of its form. */
  action: string;
  amountCents: number;
  description: string;
  number: string;
  /** False for wallets. */
  isCard: boolean;
  banks: Readonly<Record<string, string>>;
  bank: string;
  told: WebhookMode;
  /** Well-known example numbers. */
  exampleCard: string;
  fault?: string;
  /** Other origins its form may lead to. */
  leadsTo: readonly string[];
  /** The origin that may embed it, if any. */
  framedBy?: string;
  /** A check after card entry: 3-D Secure. */
  step?: 'card' | 'check';
  hidden?: Readonly<Record<string, string>>;
}

const options = (words: Readonly<Record<string, string>>, chosen: string) =>
  Object.entries(words)
    .map(
      ([value, text]) =>
        `<option value="${escapeHtml(value)}"${value === chosen ? ' selected' : ''}>${escapeHtml(text)}</option>`,
    )
    .join('');

export const originOf = (url: string): string => {
  try {
    return new URL(url).origin;
  } catch {
    return '';
  }
};

/** Visa starts with 4, Mastercard with 5, each with 16 digits (R-313). */
export const cardScheme = (digits: string): 'VISA' | 'Master' | null =>
  /^4\d{15}$/.test(digits) ? 'VISA' : /^5\d{15}$/.test(digits) ? 'Master' : null;

function cardFields(exampleCard: string): string {
  return `<label>卡號 Card number<input name="cardNo" inputmode="numeric" autocomplete="off" required pattern="[45][0-9 ]{15,19}" maxlength="19" value="${exampleCard}"></label>
<div class="two"><label>到期日 Expiry (MM/YY)<input name="expiry" inputmode="numeric" autocomplete="off" required pattern="(0[1-9]|1[0-2])/[0-9]{2}" maxlength="5" value="01/39"></label>
<label>保安碼 CVC<input name="cvc" inputmode="numeric" autocomplete="off" required pattern="[0-9]{3}" maxlength="3" value="100"></label></div>`;
}

/** A provider's payment page, for phone and desktop. */
export function sendPayPage(reply: FastifyReply, page: PayPage): FastifyReply {
  const formAction = ["'self'", ...page.leadsTo.filter(Boolean)].join(' ');
  const policy = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${formAction}; base-uri 'none'; frame-ancestors ${page.framedBy ?? "'none'"}`;
  const amount = `HK$${(page.amountCents / 100).toFixed(2)}`;
  const hidden = Object.entries(page.hidden ?? {})
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const bank = `<label>What the bank does<select name="bank">${options(page.banks, page.bank)}</select></label>
<label>How the site is notified<select name="told">${options(WEBHOOK_MODES, page.told)}</select></label>`;
  const fields =
    page.step === 'check'
      ? '<p>銀行確認 The bank asks you to confirm the payment (3-D Secure).</p>'
      : `${page.isCard ? cardFields(page.exampleCard) : '<p>在手機應用程式確認付款 Confirm in the wallet app.</p>'}<small>No card is charged: this is a stand-in for the provider.</small>${bank}`;
  const press =
    page.step === 'check'
      ? '<button name="do" value="pass">是我 It is me</button><button class="quiet" name="do" value="fail">不是我 It is not me</button>'
      : `<button name="do" value="pay">付款 Pay ${amount}</button><button class="quiet" name="do" value="cancel" formnovalidate>取消 Cancel</button>`;
  return reply
    .headers({ 'content-security-policy': policy, 'x-robots-tag': 'noindex', 'cache-control': 'no-store' })
    .removeHeader('x-frame-options')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="zh-HK"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(page.provider)} (sandbox)</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(page.provider)} <small>sandbox</small></h1><section class="card"><p class="amount">${amount}</p><p>${escapeHtml(page.description)}</p><small>${escapeHtml(page.number)}</small></section><section class="card"><form method="post" action="${escapeHtml(page.action)}">${page.fault ? `<p role="alert">${escapeHtml(page.fault)}</p>` : ''}${hidden}${fields}${press}</form></section></main></body></html>`,
    );
}
