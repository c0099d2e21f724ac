import { afterEach, expect, it, vi } from 'vitest';
import { close, shownNow } from '#app/components/shell/dialogs.ts';
import { askWhy } from './ask-why.ts';
import { WHY_ANSWERED } from './why-asked.ts';

const asked = { slot: 'home-banner-1', advertiser: '', creative: '', bidder: '', why: '' };

afterEach(() => {
  for (const { id } of shownNow()) close(id);
  vi.doUnmock('#app/ads/why-ad.tsx');
  vi.unstubAllGlobals();
});

function eventsTold(): string[] {
  const told: string[] = [];
  vi.stubGlobal('dispatchEvent', (event: Event) => told.push(event.type));
  return told;
}

it('opens the explanation once its code is there', async () => {
  const told = eventsTold();
  await askWhy(asked);
  expect(told).toEqual(['airwave:why-ad']);
});

it('opens nothing whose code cannot be loaded, as it would take the page with it; it says so, and lets a video go on', async () => {
  vi.resetModules();
  vi.doMock('#app/ads/why-ad.tsx', () => {
    throw new Error('no network');
  });
  const told = eventsTold();
  await askWhy(asked);
  expect(told).toEqual([WHY_ANSWERED]);
  expect(shownNow()).toMatchObject([{ kind: 'notify', words: '而家連唔到，連返線再試。' }]);
});
