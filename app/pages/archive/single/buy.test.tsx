import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, it } from 'vitest';
import BuyReplay, { meta } from './buy.tsx';

const loaded = (priceCents: number | null) => ({
  siteUrl: 'https://radio.example',
  id: 7,
  title: '朝早',
  day: '2026-11-25',
  art: '',
  untilMs: null,
  priceCents,
  methods: [],
});

const told = (priceCents: number | null) =>
  JSON.stringify(meta({ loaderData: loaded(priceCents) } as unknown as Parameters<typeof meta>[0]));

it('offers in its title to buy a broadcast only where that is sold alone', () => {
  expect(told(1_800)).toContain('買一集：朝早');
  expect(told(null)).toContain('不設單集購買：朝早');
  expect(told(null)).not.toMatch(/買一集|付款後即可收聽/);
});

it('offers to hear a broadcast that was bought in another tab, and not to pay again', () => {
  const Page = createRoutesStub([{ id: 'page', path: '/', Component: BuyReplay }]);
  const shown = (problem: string | null) => {
    const reply = { intent: 'replay', thing: '', faults: [], problem, retryAfterSeconds: null, values: {} };
    const hydrationData = { loaderData: { page: loaded(1_800) }, actionData: { page: reply } };
    return renderToStaticMarkup(<Page hydrationData={hydrationData} />);
  };
  expect(shown('alreadyOwned')).toMatch(/你已購買這一集.*href="\/program\/archives\/7"[^>]*>去聽</s);
  expect(shown('alreadyOwned')).not.toContain('付款');
  expect(shown('productNotFound')).toContain('付款 HK$18');
});
