import { expect, it } from 'vitest';
import { reasonText } from './desk-reasons.ts';

it('shows no name of code as the reason of an action', () => {
  expect(reasonText('hosts.save', 'hosts.save')).toBe('');
  expect(reasonText('hosts.save', '改錯字')).toBe('改錯字');
  for (const way of ['code', 'passkey', 'invitation']) expect(reasonText('staff.log-in', way)).not.toMatch(/[a-z]/);
});
