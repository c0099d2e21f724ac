import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { studioPage } from './studio-page.ts';

// The studio screen is read in browsers of 2015, in which a newer syntax stops the whole script.

const script = readFileSync('desk/studio/studio.js', 'utf8');
const style = readFileSync('desk/studio/studio.css', 'utf8');
const page = studioPage({ script: '/assets/studio-00000000.js', style: '/assets/studio-00000000.css' });

/** Every kind of node in ECMAScript 5 (ESTree). */
const ES5_NODES = new Set(
  `Program Identifier Literal ExpressionStatement BlockStatement EmptyStatement DebuggerStatement ReturnStatement
  LabeledStatement BreakStatement ContinueStatement IfStatement SwitchStatement SwitchCase ThrowStatement TryStatement CatchClause
  WhileStatement DoWhileStatement ForStatement ForInStatement FunctionDeclaration VariableDeclaration VariableDeclarator
  ThisExpression ArrayExpression ObjectExpression Property FunctionExpression UnaryExpression UpdateExpression BinaryExpression
  AssignmentExpression LogicalExpression MemberExpression ConditionalExpression CallExpression NewExpression
  SequenceExpression`.split(/\s+/),
);

/** What Chrome 45 or Safari 9 does not have. */
const LATER = new Set(
  `fetch Promise Symbol Proxy Reflect WeakRef globalThis structuredClone queueMicrotask URL URLSearchParams AbortController
  Temporal BigInt includes find findIndex findLast padStart padEnd repeat replaceAll startsWith endsWith matchAll flat flatMap at
  entries values from of assign fromEntries isInteger append prepend before after replaceWith remove closest matches toggleAttribute
  trunc sign finally allSettled randomUUID replaceChildren isConnected`.split(/\s+/),
);

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) for (const one of [value].flat()) if (isNode(one)) yield* walk(one);
}

/** What is not ECMAScript 5 in a script, or not in browsers of 2015. */
function laterThan2015(source: string): string[] {
  return [...walk(parseAst(source) as unknown as Node)].flatMap((node) => {
    const place = `line ${source.slice(0, node.start).split('\n').length}`;
    const faults: unknown[] = [
      !ES5_NODES.has(node.type) && node.type,
      node.type === 'VariableDeclaration' && node['kind'] !== 'var' && node['kind'],
      node.type.startsWith('Function') && (node['async'] || node['generator']) && 'an async function or generator',
      node.type.startsWith('Function') &&
        (node['params'] as Node[]).some(({ type }) => type !== 'Identifier') &&
        'a parameter',
      node.type === 'Property' && (node['shorthand'] || node['method'] || node['computed']) && 'a short property',
      node.type === 'CatchClause' && !isNode(node['param']) && 'catch without a name',
      (node['operator'] === '**' || node['operator'] === '**=' || node['operator'] === '??') && node['operator'],
      node['optional'] === true && 'optional chaining',
      node.type === 'Literal' &&
        /[suvy]/.test((node['regex'] as { flags: string } | undefined)?.flags ?? '') &&
        'a flag',
      node.type === 'Literal' && node['bigint'] !== undefined && 'a big integer',
      node.type === 'Identifier' && LATER.has(node['name'] as string) && node['name'],
    ];
    return faults.flatMap((fault) => (typeof fault === 'string' ? [`${place}: ${fault}`] : []));
  });
}

it('has a script that a browser of 2015 parses, and that calls nothing of later', () => {
  expect(laterThan2015(script)).toEqual([]);
});

it('would see what such a browser does not know', () => {
  const later = [
    'const a = 1;',
    'var f = () => 1;',
    'var f = function (a = 1) {};',
    'var a = { b };',
    'var a = `b`;',
    'a?.b;',
    'try {} catch {}',
    'async function f() {}',
    'for (var a of []) {}',
    'class A {}',
    'a = b ** 2;',
    'f(...a);',
    'var { a } = b;',
    'a = b ?? c;',
    '/a/u.test(b);',
    "fetch('/x');",
    "'ab'.includes('a');",
    'import a from "b";',
  ];
  expect(later.filter((source) => laterThan2015(source).length === 0)).toEqual([]);
});

it('styles by what a browser of 2015 draws', () => {
  const later =
    /display:\s*(inline-)?grid|\bgap:|var\(|@layer|@container|:is\(|:where\(|:has\(|:focus-visible|\binset\b|\bclamp\(|aspect-ratio|^\s*&/m;
  expect(style.replaceAll(/\/\*.*?\*\//gs, '').match(later)?.[0] ?? null).toBeNull();
});

it('is less than 100 kB with everything that it loads', () => {
  // The page names nothing else that is fetched.
  expect([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)).toEqual([
    'data:,',
    '/assets/studio-00000000.css',
    '/assets/studio-00000000.js',
  ]);
  expect(style).not.toMatch(/url\(|@import|@font-face/);
  const bytes = [page, script, style].reduce((sum, source) => sum + Buffer.byteLength(source), 0);
  expect(bytes).toBeLessThan(100_000);
});
