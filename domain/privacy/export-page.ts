import type { PersonalTable, PersonalTables } from '#db/personal-table.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import type { PersonalData } from './privacy.ts';
import { PAGE_WORDS, wordsFor } from './export-page.words.ts';
import { columnNameOf, type PersonalRow } from './privacy.store.ts';

const STYLE = `
body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem;color:#1b1b1f;background:#fff}
h1{font-size:1.75rem;margin:0 0 .5rem}h2{font-size:1.25rem;margin:2rem 0 .5rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;min-width:100%}
th,td{border:1px solid #c9c9d2;padding:.375rem .625rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}
th{background:#f1f1f5;white-space:nowrap}td{min-width:6rem}p{margin:.25rem 0}`;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

function told(value: unknown, column: string): string {
  if (value === null || value === undefined || value === '') return PAGE_WORDS.empty;
  if (value instanceof Date) return dateTimeHk(value);
  if (typeof value === 'boolean') return value ? PAGE_WORDS.yes : PAGE_WORDS.no;
  if (Array.isArray(value))
    return value.length > 0 ? value.map((one) => told(one, column)).join('、') : PAGE_WORDS.empty;
  if (typeof value === 'object') {
    const text = JSON.stringify(value, null, 1);
    return text === '{}' ? PAGE_WORDS.empty : text;
  }
  const code = value as string | number;
  return wordsFor(column, code) ?? String(code);
}

const cell = (row: PersonalRow, column: string) => `<td>${escaped(told(row[column], column))}</td>`;

function tableHtml(rule: PersonalTable, rows: PersonalRow[]): string {
  const columns = Object.entries(rule.shown).map(([key, label]) => [columnNameOf(rule, key), label] as const);
  const [only] = rows;
  if (!only) return `<p>${PAGE_WORDS.none}</p>`;
  const body =
    rows.length === 1
      ? columns.map(([name, label]) => `<tr><th scope="row">${escaped(label)}</th>${cell(only, name)}</tr>`).join('')
      : `<tr>${columns.map(([, label]) => `<th scope="col">${escaped(label)}</th>`).join('')}</tr>` +
        rows.map((row) => `<tr>${columns.map(([name]) => cell(row, name)).join('')}</tr>`).join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(rule.title)}"><table>${body}</table></div>`;
}

/** A self-contained page without scripts or external resources, so that it can be saved and printed. */
export function personalDataPage(tables: PersonalTables, data: PersonalData): string {
  const sections = Object.entries(tables).map(
    ([name, rule]) => `<section><h2>${escaped(rule.title)}</h2>${tableHtml(rule, data.tables[name] ?? [])}</section>`,
  );
  return `<!doctype html>
<html lang="zh-Hant-HK"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${PAGE_WORDS.title}</title><style>${STYLE}</style></head>
<body><main><h1>${PAGE_WORDS.title}</h1><p>${PAGE_WORDS.intro}</p><p>${PAGE_WORDS.exportedAt}：${dateTimeHk(data.exportedAt)}</p>
${sections.join('\n')}</main></body></html>
`;
}
