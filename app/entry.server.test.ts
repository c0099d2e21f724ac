import { RouterContextProvider, UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from 'react-router';
import { expect, it } from 'vitest';
import { requestContext, type RequestContext } from './context.server.ts';
import { handleError } from './entry.server.tsx';

/** What is logged for a page's error. */
function told(error: unknown, signal?: AbortSignal): unknown[] {
  const reported: unknown[] = [];
  const context = new RouterContextProvider();
  context.set(requestContext, {
    report: (e: unknown) => reported.push(e),
  } as Partial<RequestContext> as RequestContext);
  const request = new Request('http://radio.example/verify/secret', signal ? { signal } : {});
  handleError(error, { request, context, params: {} });
  return reported;
}

it('tells the log what broke a page', () => {
  const error = new Error('the database is unavailable');
  expect(told(error)).toEqual([error]);
  expect(told(new ErrorResponseImpl(500, 'Internal Server Error', error))).toHaveLength(1);
});

it('tells nothing of pages that are not there and of visitors who left', () => {
  expect(told(new ErrorResponseImpl(404, 'Not Found', new Error('No route matches URL "/verify/secret"')))).toEqual([]);
  expect(told(new Error('aborted'), AbortSignal.abort())).toEqual([]);
});
