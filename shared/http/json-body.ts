import { DomainError } from '#shared/domain-error.ts';
import { REQUEST_LIMITS } from '#shared/limits.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, `]` and `}` differ by one bit. */
const OPENS = 0x7b;
const CLOSES = 0x7d;
const BRACE_BIT = 0x20;

/**
 * Whether JSON is nested deeper than any request of ours, determined without parsing: recursive processing of such a
 * value would overflow the stack.
 */
export function isTooDeep(json: string, most: number = REQUEST_LIMITS.jsonDepth): boolean {
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const sign = json.charCodeAt(i);
    if (sign === QUOTE) {
      for (i++; i < json.length && json.charCodeAt(i) !== QUOTE; i++) if (json.charCodeAt(i) === BACKSLASH) i++;
    } else if ((sign | BRACE_BIT) === OPENS) {
      if (++depth > most) return true;
    } else if ((sign | BRACE_BIT) === CLOSES) depth--;
  }
  return false;
}

/** PostgreSQL stores neither NUL nor lone surrogates, in text or JSON. */
const isKeepable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

function isAllKeepable(value: unknown): boolean {
  if (typeof value === 'string') return isKeepable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, one]) => isKeepable(name) && isAllKeepable(one));
}

type Done = (error: Error | null, value?: unknown) => void;

/**
 * Wraps a JSON parser with a depth limit and a check for storable text. Needed by routes with a content parser of their
 * own, which replaces the site's parser and its checks.
 */
export const jsonBody =
  <R>(parse: (request: R, body: string, done: Done) => unknown) =>
  (request: R, body: string, done: Done): void => {
    if (isTooDeep(body)) return done(new DomainError('invalidParam', 'the JSON is nested too deeply'));
    // Only an escape can produce such characters: unescaped they are invalid JSON or invalid UTF-8.
    if (!body.includes(String.raw`\u`)) return void parse(request, body, done);
    void parse(request, body, (error, value) =>
      error === null && !isAllKeepable(value)
        ? done(new DomainError('invalidParam', 'a string contains NUL or a lone surrogate'))
        : done(error, value),
    );
  };
