import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CHANNEL_COLOURS } from './document-colours.ts';

it('are those of the pages', () => {
  const tokens = readFileSync('app/styles/tokens.css', 'utf8');
  const valueOf = (token: string) => new RegExp(`--${token}: (#[0-9a-f]{6});`).exec(tokens)?.[1];
  expect(CHANNEL_COLOURS).toEqual({ 881: valueOf('red-500'), 903: valueOf('yellow-500'), 864: valueOf('teal-600') });
});
