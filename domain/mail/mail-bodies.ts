import { CHANNEL_COLOURS } from '#shared/document-colours.ts';
import type { Mail } from './mail.schema.ts';

/** Content of a mail. The layout is the same for all. */
export interface Letter {
  title: string;
  /** Before the button. */
  lead: readonly string[];
  button?: { words: string; url: string } | undefined;
  /** Facts in rows, such as when and where. */
  facts?: readonly (readonly [name: string, value: string])[] | undefined;
  /** A secondary link after the facts. */
  aside?: { words: string; url: string } | undefined;
  /** Paragraphs after the secondary link. */
  rest?: readonly string[] | undefined;
  /** Sender and notes about the mail itself. */
  foot: readonly string[];
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter);
const lines = (text: string) => escaped(text).replaceAll('\n', '<br>');

/** Name and colours of the station, as on the site. Inline styles serve mail clients without style sheet support. */
const NAME = 'CR電台';
const INK = '#14110e';
const BARS = [
  [CHANNEL_COLOURS[881], 17],
  [CHANNEL_COLOURS[903], 28],
  [CHANNEL_COLOURS[864], 22],
] as const;
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#0b0a09!important}.card{background:#171513!important}.ink{color:#ffffff!important}.soft{color:#bdb7ae!important}.line{border-color:#3a3631!important}.go{background:${CHANNEL_COLOURS[903]}!important;color:#14110e!important}}`;
const FONT = `font-family:'PingFang HK','Noto Sans HK','Noto Sans CJK HK','Microsoft JhengHei',system-ui,sans-serif`;

/** The logo is drawn with table cells, because many mail clients block images. */
const logo = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>${BARS.map(
  ([colour, height]) =>
    `<td valign="bottom" style="padding-right:3px"><div style="width:6px;height:${height}px;border-radius:1px;background:${colour};font-size:0;line-height:0">&nbsp;</div></td>`,
).join(
  '',
)}<td valign="bottom" class="ink" style="padding-left:5px;font-size:24px;line-height:28px;font-weight:800;color:${INK}">${NAME}</td></tr></table>`;

const paragraph = (text: string, look = 'margin:0 0 16px') =>
  `<p class="ink" style="${look};color:${INK}">${lines(text)}</p>`;

function htmlOf({ title, lead, button, facts = [], aside, rest = [], foot }: Letter): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="soft line" valign="top" style="padding:8px 16px 8px 0;border-top:1px solid #dad5cd;color:#544e47;white-space:nowrap">${escaped(name)}</td><td class="ink line" style="padding:8px 0;border-top:1px solid #dad5cd;color:${INK};word-break:break-word">${lines(value)}</td></tr>`,
  );
  const press = button
    ? `<p style="margin:24px 0 12px"><a class="go" href="${escaped(button.url)}" style="display:inline-block;padding:13px 28px;border-radius:6px;background:${INK};color:#ffffff;font-weight:700;text-decoration:none">${escaped(button.words)}</a></p><p class="soft" style="margin:0 0 20px;font-size:14px;line-height:1.5;word-break:break-all;color:#544e47">${escaped(button.url)}</p>`
    : '';
  const table = rows.length
    ? `<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 20px;font-size:15px;line-height:1.6">${rows.join('')}</table>`
    : '';
  const quiet = aside
    ? `<p style="margin:0 0 20px"><a class="ink" href="${escaped(aside.url)}" style="color:${INK}">${escaped(aside.words)}</a></p>`
    : '';
  return `<!DOCTYPE html><html lang="zh-HK"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(title)}</title><style>${STYLE}</style></head><body class="page" style="margin:0;padding:0;background:#f4f2ee"><table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f2ee"><tr><td align="center" style="padding:24px 12px"><table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:10px"><tr><td align="left" style="padding:28px 28px 32px;font-size:16px;line-height:1.7;${FONT}">${logo}<h1 class="ink" style="margin:24px 0 16px;font-size:24px;line-height:1.35;color:${INK}">${escaped(title)}</h1>${lead.map((text) => paragraph(text)).join('')}${press}${table}${quiet}${rest.map((text) => paragraph(text)).join('')}<div class="soft line" style="margin-top:28px;padding-top:16px;border-top:1px solid #dad5cd;font-size:14px;line-height:1.6;color:#544e47">${foot.map(lines).join('<br>')}</div></td></tr></table></td></tr></table></body></html>`;
}

/** The plain text body, in the same order. */
function plainTextBody({ title, lead, button, facts = [], aside, rest = [], foot }: Letter): string {
  const told = facts.map(([name, value]) => `${name}：${value.includes('\n') ? '\n' : ''}${value}`).join('\n');
  const linked = (link: Letter['button']) => (link ? `${link.words}：\n${link.url}` : '');
  const parts = [
    `【${NAME}】${title}`,
    ...lead,
    linked(button),
    told,
    linked(aside),
    ...rest,
    `--\n${foot.join('\n')}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Both bodies of a mail, in the common layout. */
export const bodiesOf = (letter: Letter): Required<Pick<Mail, 'textBody' | 'htmlBody'>> => ({
  textBody: plainTextBody(letter),
  htmlBody: htmlOf(letter),
});

/** Colours in dark mode, by class. */
const DARK = new Map([...STYLE.matchAll(/\.([a-z]+)\{([^}]+)\}/g)].map(([, name = '', look = '']) => [name, look]));

/**
 * A mail as it looks in one of the two, without asking the browser which it prefers: colours are written to each element,
 * since a frame in the desk may have no style element.
 */
export function previewOf(html: string, scheme: 'light' | 'dark'): string {
  const plain = html.replace(/<style>.*?<\/style>/s, '').replaceAll('content="light dark"', `content="${scheme}"`);
  if (scheme === 'light') return plain;
  return plain.replaceAll(
    /class="([a-z ]+)"([^>]*?)style="([^"]*)"/g,
    (_whole, names: string, between: string, look: string) => {
      const dark = names.split(' ').map((name) => DARK.get(name) ?? '');
      return `class="${names}"${between}style="${[look, ...dark].join(';')}"`;
    },
  );
}
