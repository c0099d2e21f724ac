import { expect, it } from 'vitest';
import { channelParam, idParam } from './params.server.ts';

const idOf = (value: string | undefined) => {
  try {
    return idParam(value);
  } catch {
    return 404;
  }
};

// VA-49: the rules `numeric`, `length` and `between`.
it('reads an id of an address where it is figures alone and may number a row', () => {
  expect(['1', '0001', '2147483647'].map(idOf)).toEqual([1, 1, 2_147_483_647]);
  expect([undefined, '', '0', '12a', '-1', '1.0', '１２', '2147483648', '00000000001'].map(idOf)).toEqual(
    Array.from({ length: 9 }, () => 404),
  );
});

// VA-50: the rule `digits`.
it('reads a channel where its three figures are one of ours', () => {
  expect(channelParam('903')).toBe(903);
  for (const value of [undefined, '', '0903', '882', 'cr1']) expect(() => channelParam(value)).toThrow();
});
