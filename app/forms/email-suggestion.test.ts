import { describe, expect, it } from 'vitest';
import { suggestAddress } from './email-suggestion.ts';

describe('an address with a slip in its domain', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gmal.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmail.com.hk', 'gmail.com'],
    ['GMAIL.CM', 'gmail.com'],
    ['yaho.com.hk', 'yahoo.com.hk'],
    ['yahoo.com.kh', 'yahoo.com.hk'],
    ['yahooo.com', 'yahoo.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmal.con', 'hotmail.com'],
    ['outlok.com', 'outlook.com'],
    ['iclould.com', 'icloud.com'],
    ['icloud.hk', 'icloud.com'],
    ['netvigater.com', 'netvigator.com'],
    ['netvigator.com.hk', 'netvigator.com'],
    ['hkbn.ent', 'hkbn.net'],
  ])('at %s is offered at %s, with its name as it was written', (domain, meant) => {
    expect(suggestAddress(`Chan.tm@${domain}`)).toBe(`Chan.tm@${meant}`);
  });

  it.each([
    'gmail.com',
    'yahoo.com.hk',
    'ymail.com',
    'mail.com',
    'email.com',
    'live.hk',
    'live.co.uk',
    'qq.com',
    'yahoo.com.tw',
    'yahoo.co.jp',
    'hkbn.com.hk',
    'radio.example',
    'hku.hk',
    'connect.ust.hk',
    'company.com',
    'a.hk',
  ])('is not seen at %s, where people have mailboxes', (domain) => {
    expect(suggestAddress(`chan@${domain}`)).toBeNull();
  });

  it('needs a name and a domain', () => {
    for (const address of ['', 'chan', '@gmial.com']) expect(suggestAddress(address)).toBeNull();
  });
});
