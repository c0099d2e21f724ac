import { expect, it } from 'vitest';
import { renewalPrice } from './profiles.rules.ts';

it('takes credit off a charge once, and keeps what is left of it', () => {
  expect(renewalPrice(4_800, 0)).toEqual({ dueCents: 4_800, leftCents: 0 });
  expect(renewalPrice(4_800, 1_000)).toEqual({ dueCents: 3_800, leftCents: 0 });
  expect(renewalPrice(4_800, 38_000)).toEqual({ dueCents: 0, leftCents: 33_200 });
});
