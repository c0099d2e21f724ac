interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Shape }[];
  requestBody?: { content?: Record<string, { schema?: Shape }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Shape }> }>;
}
interface Shape {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  required?: string[];
  $ref?: string;
}
export interface Document {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Shape> };
}

const STYLE = `
:root{--ink:#14110e;--ink2:#5f5850;--line:#dad5cd;--sunk:#f4f2ee;--focus:#0b57d0}
*{box-sizing:border-box}body{margin:0;font:16px/1.6 "PingFang HK","Noto Sans HK","Noto Sans CJK HK","Microsoft JhengHei",system-ui,sans-serif;color:var(--ink)}
header{background:var(--ink);color:#fff}header>div,main{max-width:64rem;margin:0 auto;padding:0 1rem}
header>div{display:flex;justify-content:space-between;align-items:center;min-height:64px}header a{display:inline-flex;align-items:center;min-height:44px;color:#fff}
.bars{display:flex;gap:4px;align-items:end;height:30px}.bars i{width:8px;border-radius:2px}.bars i:nth-child(1){height:18px;background:#d42a12}.bars i:nth-child(2){height:30px;background:#ffcb05}.bars i:nth-child(3){height:24px;background:#00706b}
main{padding-block:2rem 4rem}h1{font-size:2.25rem;line-height:1.2;margin:0 0 .75rem}h2{font-size:1.25rem;margin:2.5rem 0 .75rem;padding-top:.75rem;border-top:2px solid var(--ink);scroll-margin-top:1rem}
.lead{max-width:44rem;color:var(--ink2)}nav ul{display:flex;flex-wrap:wrap;gap:8px;margin:1.25rem 0 0;padding:0;list-style:none}
nav a{display:inline-flex;align-items:center;min-height:36px;padding:0 14px;border-radius:99px;box-shadow:inset 0 0 0 1.5px var(--line);font-size:.875rem;font-weight:700;text-decoration:none}nav a:hover{box-shadow:inset 0 0 0 1.5px var(--ink)}
details{border-bottom:1px solid var(--line)}summary{display:grid;grid-template-columns:4.25rem minmax(0,1fr);gap:2px 12px;align-items:baseline;min-height:44px;padding:10px 0;cursor:pointer;list-style:none}summary::-webkit-details-marker{display:none}
summary:hover{background:var(--sunk)}summary span{grid-column:2;color:var(--ink2)}summary code{overflow-wrap:anywhere;font-weight:700}summary code::after{content:" ▸" / "";color:var(--ink2)}[open]>summary code::after{content:" ▾" / ""}
:is(a,summary):focus-visible{outline:3px solid var(--focus);outline-offset:2px}header a:focus-visible{outline-color:#ffcb05}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9375rem}p code{padding:1px 5px;border-radius:3px;background:var(--sunk)}
b{font-size:.8125rem;letter-spacing:.02em}.m{display:inline-block;padding:1px 8px;border-radius:3px;background:var(--sunk);text-align:center}.post{background:#ffcb05}
.in{padding:0 0 1rem}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:.6rem 0;font-size:.9375rem}th,td{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0;border-top:1px solid var(--line)}th{color:var(--ink2);font-weight:400;font-size:.875rem}
pre{margin:.4rem 0 1rem;padding:.9rem 1rem;border-radius:6px;background:var(--sunk);overflow:auto;line-height:1.5}a{color:inherit;text-underline-offset:.24em}
@media(min-width:768px){summary{grid-template-columns:4.25rem minmax(0,26rem) minmax(0,1fr)}summary span{grid-column:3}}`;

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of this app's calls. */
    apiReference(): Document;
  }
}

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/** The API reference as plain HTML without scripts. */
export function referencePage(document: Document): string {
  const groups = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? 'other';
      groups.set(tag, [...(groups.get(tag) ?? []), entry(method, path, operation, document)]);
    }
  }
  const body = [...groups]
    .map(([tag, entries]) => `<h2 id="${escape(tag)}">${escape(tag)}</h2>${entries.join('')}`)
    .join('');
  const links = [...groups.keys()].map((tag) => `<li><a href="#${escape(tag)}">${escape(tag)}</a></li>`).join('');
  const title = escape(document.info.title);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body><header><div><a href="/" lang="zh-Hant-HK" aria-label="CR電台主頁"><span class="bars" aria-hidden="true"><i></i><i></i><i></i></span></a><a href="/api/openapi.json">openapi.json</a></div></header><main><h1>${title}</h1><p class="lead">${prose(document.info.description ?? '')}</p><nav aria-label="Groups"><ul>${links}</ul></nav>${body}</main></body></html>`;
}

/** Renders backtick-quoted code in text. */
const prose = (text: string) => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

function entry(method: string, path: string, operation: Operation, document: Document): string {
  const parameters = (operation.parameters ?? [])
    .map(
      (p) =>
        `<tr><td><code>${escape(p.name)}</code></td><td>${escape(p.in)}${p.required ? ', required' : ''}</td><td>${escape(typeOf(p.schema))}</td><td>${prose(p.description ?? p.schema?.description ?? '')}</td></tr>`,
    )
    .join('');
  const asked = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const answers = Object.entries(operation.responses ?? {})
    .map(([status, response]) => {
      const shape = Object.values(response.content ?? {})[0]?.schema;
      return `<p><b class="m">${escape(status)}</b> ${prose(response.description ?? '')}</p>${shape ? `<pre tabindex="0">${escape(JSON.stringify(sketch(shape, document, 0), null, 2))}</pre>` : ''}`;
    })
    .join('');
  const said = operation.description ? `<p>${prose(operation.description)}</p>` : '';
  const asks = asked
    ? `<p>Body</p><pre tabindex="0">${escape(JSON.stringify(sketch(asked, document, 0), null, 2))}</pre>`
    : '';
  const table = parameters
    ? `<div class="wide" tabindex="0"><table><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr>${parameters}</table></div>`
    : '';
  return `<details><summary><b class="m ${method}">${method.toUpperCase()}</b><code>${escape(path)}</code><span>${prose(operation.summary ?? '')}</span></summary><div class="in">${said}${table}${asks}${answers}</div></details>`;
}

function typeOf(shape: Shape | undefined): string {
  if (!shape) return '';
  if (shape.enum) return shape.enum.map(String).join(' | ');
  if (shape.anyOf) return shape.anyOf.map(typeOf).join(' | ');
  return Array.isArray(shape.type) ? shape.type.join(' | ') : (shape.type ?? '');
}

/** An example of a schema: names with types. */
function sketch(shape: Shape, document: Document, depth: number): unknown {
  if (shape.$ref) {
    const target = document.components?.schemas?.[shape.$ref.split('/').at(-1) ?? ''];
    return target && depth < 8 ? sketch(target, document, depth + 1) : (shape.$ref.split('/').at(-1) ?? '');
  }
  if (shape.properties)
    return Object.fromEntries(
      Object.entries(shape.properties).map(([name, inner]) => [
        name,
        depth < 8 ? sketch(inner, document, depth + 1) : '…',
      ]),
    );
  if (shape.items) return [sketch(shape.items, document, depth + 1)];
  if (shape.const !== undefined) return shape.const;
  return [typeOf(shape), shape.description].filter(Boolean).join(': ');
}
