import { RESPONSE_CODES, type ErrorName } from '#shared/domain-error.ts';
import { z } from 'zod';

/** Success on the wire; the catalogue's 0 is outside 200-299 and never sent. */
const SUCCESS_CODE = 200;

/**
 * Cache-Control of calls that return published content: the same for everyone, and withdrawn content disappears from
 * caches within 5 s.
 */
export const PUBLIC_CONTENT = 'public, max-age=3, s-maxage=3';

export interface WrappedReply<T> {
  response_code: typeof SUCCESS_CODE;
  response_message: string;
  response: T;
}

export function ok<T>(response: T): WrappedReply<T> {
  return { response_code: SUCCESS_CODE, response_message: 'ok', response };
}

/** The schema of a wrapped success. */
export function wrapped<T extends z.ZodType>(response: T) {
  return z.object({
    response_code: z.literal(SUCCESS_CODE).describe('Always 200 for success; the result is in `response`'),
    response_message: z.string().describe('ok'),
    response,
  });
}

export const errorReplySchema = z
  .object({
    response_code: z
      .union([z.number().int(), z.string()])
      .describe('Code from the error catalogue; codes for players are strings'),
    response_message: z.string().describe('Error message in English'),
    response: z.object({
      request_id: z.string().describe('ID of the request in the server logs; also in the header x-request-id'),
      detail: z.unknown().optional().describe('Details of the error, if any'),
    }),
  })
  .describe('An error response');
export type ErrorReply = z.infer<typeof errorReplySchema>;

export function errorReply(name: ErrorName, requestId: string, detail?: unknown): ErrorReply {
  const { code, message } = RESPONSE_CODES[name];
  // The operator's message about a suspended function is passed on unchanged.
  const isOperators = name === 'functionSuspended' && typeof detail === 'string';
  return {
    response_code: code,
    response_message: isOperators ? detail : message,
    response: detail === undefined ? { request_id: requestId } : { request_id: requestId, detail },
  };
}

/** Documented error replies of a route, by HTTP status. */
export function refusals(...names: ErrorName[]): Record<number, typeof errorReplySchema> {
  return Object.fromEntries(names.map((name) => [RESPONSE_CODES[name].status, errorReplySchema]));
}
