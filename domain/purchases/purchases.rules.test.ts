import { expect, it } from 'vitest';
import { refusalReasonOf } from './purchases.rules.ts';

it.each([
  [{ gatewayCode: 'INSUFFICIENT_FUNDS' }, 'insufficientFunds'],
  [{ prc: '51' }, 'insufficientFunds'],
  [{ gatewayCode: 'EXPIRED_CARD' }, 'expiredCard'],
  [{ prc: '54' }, 'expiredCard'],
  [{ code: 'AUTHENTICATION_FAILED' }, 'notAuthenticated'],
  [{ gatewayCode: 'TIMED_OUT' }, 'providerDown'],
  [{ gatewayCode: 'A code of tomorrow' }, 'declined'],
  [{}, 'declined'],
] as const)('explains %j as %s', (refusal, reason) => {
  expect(refusalReasonOf(refusal)).toBe(reason);
});
