import { describe, expect, it } from 'vitest';
import { GUEST_RESULT_KINDS, MESSAGE_PAGE_KINDS } from '#shared/enums.ts';
import { buttonsOfMessage, buttonsOfResult } from './outcome-buttons.ts';

describe('buttons of a message page (R-150, R-151)', () => {
  it.each(MESSAGE_PAGE_KINDS)('of %s: a guest can log in, a member never, and both can go back', (kind) => {
    for (const hasPlans of [true, false]) {
      const guest = buttonsOfMessage(kind, { isMember: false, hasPlans });
      const member = buttonsOfMessage(kind, { isMember: true, hasPlans });
      expect(guest).toContain('logIn');
      expect(guest).toContain('back');
      expect(member).not.toContain('logIn');
      expect(member).toContain('back');
      if (!hasPlans) expect([...guest, ...member]).not.toContain('subscription');
    }
  });

  it('leads a member to what helps', () => {
    const first = (kind: (typeof MESSAGE_PAGE_KINDS)[number]) =>
      buttonsOfMessage(kind, { isMember: true, hasPlans: true })[0];
    expect(MESSAGE_PAGE_KINDS.map((kind) => [kind, first(kind)])).toEqual([
      ['contactCs', 'back'],
      ['emailNotVerified', 'memberInfo'],
      ['subscriptionExisted', 'memberHistory'],
      ['subscribeServiceInvalid', 'subscription'],
      ['show404', 'back'],
      ['tvodEmailNotVerified', 'memberInfo'],
      ['show500', 'back'],
      ['promotionCodeInvalid', 'subscription'],
      ['transactionProcessing', 'memberHistory'],
    ]);
  });

  it.each(GUEST_RESULT_KINDS)('of %s: a guest logs in (R-152)', (kind) => {
    expect(buttonsOfResult(kind, { isMember: false })[0]).toBe('logIn');
    expect(buttonsOfResult(kind, { isMember: true })).not.toContain('logIn');
  });
});
