import { expect, it } from 'vitest';
import { checkoutTerms } from './provider-origin.ts';

it('names one origin at most, and the way it is reached', () => {
  expect(checkoutTerms({ kind: 'form', url: 'https://pay.test/a/b.jsp?x=1', fields: [] })).toBe(
    'form https://pay.test',
  );
  const script = { kind: 'script', src: 'https://mpgs.test/static/c.js', sessionId: 'S', mode: 'page' } as const;
  expect(checkoutTerms(script)).toBe('script https://mpgs.test');
  expect(checkoutTerms({ kind: 'form', url: '/sandbox/pay', fields: [] })).toBe('none');
  expect(checkoutTerms({ kind: 'redirect', url: 'https://pay.test/' })).toBe('none');
  expect(checkoutTerms({ kind: 'qr', text: 'https://pay.test/q', appUrl: null })).toBe('none');
  expect(checkoutTerms(null)).toBe('none');
});
