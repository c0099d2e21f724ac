import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, it } from 'vitest';
import Purchase from './purchase.tsx';

it('offers to watch a film that was rented in another tab, and not to pay again', () => {
  const Page = createRoutesStub([{ id: 'page', path: '/', Component: Purchase }]);
  const film = { id: 7, href: '/crgovideo/7', plainTitle: '夜航', art: '', durationMs: 60_000, priceCents: 3_800 };
  const page = { ...film, rentDays: 30, watchHours: 48, isOnSale: true, methods: [] };
  const shown = (problem: string | null) => {
    const reply = { intent: 'rent', thing: '', faults: [], problem, retryAfterSeconds: null, values: {} };
    const hydrationData = { loaderData: { page }, actionData: { page: reply } };
    return renderToStaticMarkup(<Page hydrationData={hydrationData} />);
  };
  expect(shown('alreadyOwned')).toMatch(/你已租看這套影片.*href="\/crgovideo\/7"[^>]*>開始睇</s);
  expect(shown('alreadyOwned')).not.toContain('付款');
  expect(shown('productNotFound')).toContain('付款 HK$38');
});
