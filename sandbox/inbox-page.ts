import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const STYLE = `:root{color-scheme:light}body{font:16px/1.6 system-ui,"Noto Sans CJK HK",sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem;color:#14110e;background:#fff}
a{color:#0b4fc0}table{width:100%;border-collapse:collapse}td,th{text-align:left;padding:.5rem .75rem;border-bottom:1px solid #dad5cd;vertical-align:top;overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f2ee;padding:1rem;border-radius:6px}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:#544e47}dd{margin:0;overflow-wrap:anywhere}
form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;margin:0 0 1rem}td form{margin:0}label{display:grid;gap:.25rem}input,select,button{box-sizing:border-box;font:inherit;padding:.4rem .6rem;height:2.75rem;border:1px solid #7a736b;border-radius:6px;max-width:100%;background:#fff;color:inherit}button{background:#14110e;color:#fff;cursor:pointer}label.box{grid-template-columns:auto 1fr;align-items:center}label.box input{width:1.5rem;height:1.5rem}td form+form{margin-top:.5rem}.no{white-space:nowrap}
.list{list-style:none;margin:0;padding:0}.card{border:1px solid #dad5cd;border-radius:8px;padding:1rem;margin:0 0 1rem;overflow-wrap:anywhere}.card p{margin:0 0 .5rem}.card>:last-child{margin-bottom:0}.card h2{margin:0 0 .75rem;font-size:1.2rem}.card pre{margin:0 0 .5rem}small{color:#544e47;font-size:.9rem}.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:0 1rem;align-items:start;margin-top:1.5rem}form.column{display:grid}form.column input:not([type=checkbox]),form.column select{width:100%}.presses{display:flex;flex-wrap:wrap;gap:.5rem}.presses form{margin:0}h1{font-size:1.8rem;line-height:1.25}h2{margin:1.75rem 0 .5rem;font-size:1.3rem}
td>:first-child{margin-top:0}td>:last-child{margin-bottom:0}@media(max-width:44rem){table,tbody,tr,td{display:block}thead{display:none}td{border:0;padding:.15rem 0}tr{border-bottom:1px solid #dad5cd;padding:.75rem 0}}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

export const INBOX_HEADERS = {
  'content-security-policy': POLICY,
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
} as const;

/** Page listing what a stand-in received; `body` is HTML. */
export function sendInboxPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .headers(INBOX_HEADERS)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
    );
}
