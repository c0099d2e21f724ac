/** Common mailbox domains in Hong Kong, the most frequent first. */
const COMMON = [
  'gmail.com',
  'yahoo.com.hk',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'yahoo.com',
  'netvigator.com',
  'hkbn.net',
  'live.hk',
  'live.com',
  'msn.com',
  'ymail.com',
  'me.com',
  'mac.com',
  'qq.com',
  '163.com',
  'protonmail.com',
  'hgcbroadband.com',
  'i-cable.com',
  'ctimail.com',
  'biznetvigator.com',
];

/** Existing domains that look like typos of common ones. */
const OTHERS = new Set([
  'mail.com',
  'email.com',
  'gmx.com',
  'aol.com',
  'hkbn.com.hk',
  'yahoo.com.tw',
  'yahoo.com.cn',
  'yahoo.com.sg',
  'yahoo.com.my',
  'hotmail.co.uk',
  'hotmail.hk',
  'live.cn',
  'live.jp',
  'live.co',
  'live.ca',
  'live.de',
  'live.fr',
  'live.it',
  'live.nl',
  'ee.com',
  'ma.com',
  'mc.com',
  'mail.hk',
  'qq.cn',
  '126.com',
  '139.com',
  '189.com',
]);

/** Names that exist under one domain only: any other ending is wrong. */
const ONE_DOMAIN = new Map([
  ['gmail', 'gmail.com'],
  ['icloud', 'icloud.com'],
  ['netvigator', 'netvigator.com'],
]);

/** Edit distance: insertions, deletions, substitutions, and swaps of neighbours. */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length]!;
}

/** The address probably meant, if its domain is one typo away from a common one; else null. */
export function suggestAddress(address: string): string | null {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || COMMON.includes(domain) || OTHERS.has(domain)) return null;
  const [host = ''] = domain.split('.');
  const near = COMMON.filter((one) => one.length >= 8).map((one) => ({ one, slips: distance(domain, one) }));
  const best = near.toSorted((a, b) => a.slips - b.slips)[0];
  const isSlip = best !== undefined && best.slips <= (best.one.length > 9 ? 2 : 1);
  const meant = ONE_DOMAIN.get(host) ?? (isSlip ? best.one : undefined);
  return meant === undefined ? null : `${address.slice(0, at)}@${meant}`;
}
