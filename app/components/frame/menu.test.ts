import { expect, it } from 'vitest';
import { LEGAL } from './legal-menu.ts';
import { addressOf, navigation, menuItemText, type MenuItem } from './menu.ts';

it('takes its words from itself or by their key, its address from itself or by the name of a page (R-225)', () => {
  const own: MenuItem = { key: 'own', text: '自己', link: '/own' };
  const named: MenuItem = { key: 'named', langKey: 'navHome', ref: 'home' };
  expect([menuItemText(own), addressOf(own)]).toEqual(['自己', '/own']);
  expect([menuItemText(named), addressOf(named)]).toEqual(['主頁', '/']);
});

it('has words and an address for every item', () => {
  for (const item of navigation('https://my903.test/').flatMap((one) => one.sub_items ?? [one])) {
    expect(menuItemText(item), item.key).not.toBe('');
    expect(addressOf(item), item.key).toMatch(/^(\/|https:)/);
  }
});

it('gives each legal link a window of its own (R-192)', () => {
  const names = LEGAL.map((item) => item.window?.name);
  expect(new Set(names).size).toBe(LEGAL.length);
  expect(names).not.toContain(undefined);
});
