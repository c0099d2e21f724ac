import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

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
interface Document {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Shape> };
}

const STYLE = `
body{font:16px/1.6 system-ui,"Noto Sans HK",sans-serif;color:#14110e;max-width:60rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:2rem;border-top:2px solid #14110e;padding-top:.5rem}h2{font-size:1.25rem;margin-top:2.5rem}
details{border-top:1px solid #dad5cd;padding:.6rem 0}summary{cursor:pointer;min-height:24px}summary:focus-visible{outline:3px solid #0b57d0}
code{font-family:ui-monospace,monospace;font-size:.95em}b{display:inline-block;min-width:4.5rem}
table{border-collapse:collapse;width:100%;margin:.6rem 0}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-top:1px solid #eae7e1}
pre{background:#f4f2ee;padding:.8rem;overflow:auto}a{color:#14110e}`;

/** `/api/openapi.json`, and `/api/docs` to read it: plain HTML that needs no script. */
export async function apiDocument(app: FastifyInstance): Promise<void> {
  const document = () => app.swagger() as unknown as Document;
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('Cache-Control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(document())),
  );
  app.get('/api/docs', { schema: { hide: true } }, (_request, reply) => {
    const styleHash = createHash('sha256').update(STYLE).digest('base64');
    return reply
      .header(
        'Content-Security-Policy',
        `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .header('Cache-Control', 'public, max-age=300')
      .type('text/html; charset=utf-8')
      .send(page(document()));
  });
}

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

function page(document: Document): string {
  const groups = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? 'other';
      groups.set(tag, [...(groups.get(tag) ?? []), entry(method, path, operation, document)]);
    }
  }
  const body = [...groups].map(([tag, entries]) => `<h2>${escape(tag)}</h2>${entries.join('')}`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(document.info.title)}</title><style>${STYLE}</style></head><body><main><h1>${escape(document.info.title)}</h1><p>${escape(document.info.description ?? '')}</p><p><a href="/api/openapi.json">openapi.json</a></p>${body}</main></body></html>`;
}

function entry(method: string, path: string, operation: Operation, document: Document): string {
  const parameters = (operation.parameters ?? [])
    .map(
      (p) =>
        `<tr><td><code>${escape(p.name)}</code></td><td>${escape(p.in)}${p.required ? ', required' : ''}</td><td>${escape(typeOf(p.schema))}</td><td>${escape(p.description ?? p.schema?.description ?? '')}</td></tr>`,
    )
    .join('');
  const asked = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const answers = Object.entries(operation.responses ?? {})
    .map(([status, response]) => {
      const shape = Object.values(response.content ?? {})[0]?.schema;
      return `<p><b>${escape(status)}</b> ${escape(response.description ?? '')}</p>${shape ? `<pre>${escape(JSON.stringify(sketch(shape, document, 0), null, 2))}</pre>` : ''}`;
    })
    .join('');
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code> ${escape(operation.summary ?? '')}</summary><p>${escape(operation.description ?? '')}</p>${parameters ? `<table><tr><th>name</th><th>in</th><th>type</th><th></th></tr>${parameters}</table>` : ''}${asked ? `<p>body</p><pre>${escape(JSON.stringify(sketch(asked, document, 0), null, 2))}</pre>` : ''}${answers}</details>`;
}

function typeOf(shape: Shape | undefined): string {
  if (!shape) return '';
  if (shape.enum) return shape.enum.map(String).join(' | ');
  if (shape.anyOf) return shape.anyOf.map(typeOf).join(' | ');
  return Array.isArray(shape.type) ? shape.type.join(' | ') : (shape.type ?? '');
}

/** A shape drawn as an example of itself: names with types. */
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
