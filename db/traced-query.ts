import { LRUCache } from 'lru-cache';
import { tracing } from '#shared/outside/tracing.ts';

export type Query = (asked: unknown, values?: unknown, done?: unknown) => unknown;
type Done = (error: unknown, result?: unknown) => void;

const names = new LRUCache<string, string>({ max: 2_000 });
const OPERATION = /\b(select|insert|update|delete|begin|commit|rollback|set|listen|notify|merge|call|copy)\b/;
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?(?:"?[a-z_]\w*"?\.)?"?([a-z_]\w{0,62})"?/;

/** What a statement does, and the first table that it names: nothing within quotes of a value. */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    const bare = text.replaceAll(/\/\*[\s\S]*?\*\/|--[^\n]*|'(?:[^']|'')*'|\$\w*\$[\s\S]*?\$\w*\$/g, ' ').toLowerCase();
    const isWith = /^\s*with\b/.test(bare);
    const written = isWith ? /\b(insert|update|delete)\b/.exec(bare)?.[1] : undefined;
    const operation = written ?? OPERATION.exec(bare)?.[1] ?? 'statement';
    const table = TABLE.exec(written === undefined ? bare : bare.slice(bare.indexOf(written)))?.[1];
    name = table === undefined ? operation : `${operation} ${table}`;
    names.set(text, name);
  }
  return name;
}

const textOf = (asked: unknown): string | null => {
  if (typeof asked === 'string') return asked;
  // A COPY has its own protocol.
  if (typeof asked !== 'object' || asked === null || 'submit' in asked || !('text' in asked)) return null;
  return typeof asked.text === 'string' ? asked.text : null;
};

/** The driver's query in a span of what is under way; the query itself where the process does not trace. */
export function traceable(query: Query): Query {
  const traces = tracing();
  if (traces === null) return query;
  return (asked, values, done) => {
    const text = textOf(asked);
    const end = text === null ? null : traces.begin('query', statementName(text));
    if (end === null) return query(asked, values, done);
    const told = typeof values === 'function' ? values : done;
    if (typeof told === 'function') {
      const heard: Done = (error, result) => {
        end(error ?? undefined);
        (told as Done)(error, result);
      };
      return typeof values === 'function' ? query(asked, heard) : query(asked, values, heard);
    }
    const result = query(asked, values);
    if (result instanceof Promise)
      result.then(
        () => end(),
        (error: unknown) => end(error),
      );
    else end();
    return result;
  };
}
