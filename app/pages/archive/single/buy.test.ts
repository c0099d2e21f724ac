import { expect, it } from 'vitest';
import { meta } from './buy.tsx';

const told = (priceCents: number | null) => {
  const loaderData = { siteUrl: 'https://radio.example', id: 7, title: '朝早', day: '2026-11-25', art: '', priceCents };
  return JSON.stringify(meta({ loaderData } as unknown as Parameters<typeof meta>[0]));
};

it('offers in its title to buy a broadcast only where that is sold alone', () => {
  expect(told(1_800)).toContain('買一集：朝早');
  expect(told(null)).toContain('不設單集購買：朝早');
  expect(told(null)).not.toMatch(/買一集|付款後即可收聽/);
});
