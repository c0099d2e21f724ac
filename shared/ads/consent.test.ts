import { expect, it } from 'vitest';
import { formatConsent } from './format-consent.ts';
import { ALL_PURPOSES, ConsentPurpose, NO_PURPOSES, parseConsent } from './consent.ts';

const { STATISTICS, ADVERTISING } = ConsentPurpose;

it('keeps each choice as it was made', () => {
  for (let bits = NO_PURPOSES; bits <= ALL_PURPOSES; bits++) expect(parseConsent(formatConsent(bits))).toBe(bits);
  expect(formatConsent(ALL_PURPOSES)).toBe('2.3');
  expect(formatConsent(NO_PURPOSES)).toBe('2.0');
});

it('counts what is of another version, or of nobody, as not chosen', () => {
  for (const stored of [undefined, '', '1', '0', '1.3', '3.3', '2', '2.', '2.x', '2.3 ', '2.3.1', '2.0003', '-2.3'])
    expect(parseConsent(stored), stored).toBeNull();
});

it('gives no purpose that there is not', () => {
  expect(parseConsent('2.999')).toBe(999 & ALL_PURPOSES);
});

it('holds advertising back where the browser asks not to be followed, unless it was switched on by hand there', () => {
  expect(parseConsent('2.3', true)).toBe(STATISTICS);
  expect(parseConsent('2.2', true)).toBe(NO_PURPOSES);
  expect(parseConsent(formatConsent(ADVERTISING, true), true)).toBe(ADVERTISING);
  expect(parseConsent(formatConsent(STATISTICS, true), true)).toBe(STATISTICS);
  // It also applies once the browser no longer sends the signal.
  expect(parseConsent(formatConsent(ALL_PURPOSES, true))).toBe(ALL_PURPOSES);
});
