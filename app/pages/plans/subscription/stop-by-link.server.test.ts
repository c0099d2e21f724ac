import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { requestContext, type RequestContext } from '#app/context.server.ts';
import { action } from './stop-by-link.server.ts';

it('refuses what is no form without an error of ours: anybody can post it', async () => {
  const context = new RouterContextProvider();
  context.set(requestContext, { now: new Date(0) } as RequestContext);
  const url = new URL('https://radio.example/member/user/stopRecurring');
  const request = new Request(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  const reply = await action({ context, request, url, params: {}, pattern: '' });
  expect(reply).toEqual({ refusal: 'unsupportedMediaType' });
});
