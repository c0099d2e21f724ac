import type { FastifyInstance } from 'fastify';
import { DomainError } from '#shared/domain-error.ts';
import { REQUEST_LIMITS } from '#shared/limits.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, `]` and `}` differ by one bit. */
const OPENS = 0x7b;
const CLOSES = 0x7d;
const BRACE_BIT = 0x20;

/** Whether a text of JSON is nested deeper than any call, told without reading it: what walks such a value later falls. */
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

/** Bodies of calls: JSON of a bounded depth. Call it before the first route is added. */
export function jsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(body)) return done(new DomainError('invalidParam', 'nested too deep'));
    void parse(request, body, done);
  });
}
