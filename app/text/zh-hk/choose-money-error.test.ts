import { expect, it } from 'vitest';
import { codeAloneFault, codeFault } from './choose-money-error.ts';

const FAULTS = ['codeMemberLimit', 'codeBatchLimit', 'codeLimit', 'codeNotEligible', 'codeOver'] as const;

it.each(FAULTS)('says of %s to go on without the code only where something is bought', (fault) => {
  expect(codeFault(fault, null)).toMatch(/不用(這個)?碼繼續/);
  expect(codeAloneFault(fault, null)).not.toMatch(/不用/);
});
