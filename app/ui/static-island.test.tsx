import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { islandsLoaded, staticIsland, unhydrated } from './static-island.tsx';

const htmlOf = (node: ReactNode) => renderToString(<MemoryRouter>{node}</MemoryRouter>);

it('is in the HTML of the server whole, in an element that takes no place of its own or in the list it is', async () => {
  const Words = staticIsland(async () => ({ words }: { words: string }) => <b>{words}</b>);
  const Items = staticIsland(
    async () =>
      ({ words }: { words: string }) => <li>{words}</li>,
    'ul',
  );
  await islandsLoaded();
  expect(htmlOf(<Words words="here" />)).toBe('<div style="display:contents"><b>here</b></div>');
  expect(htmlOf(<Items words="here" box={{ className: 'row' }} />)).toBe('<ul class="row"><li>here</li></ul>');
});

it('is the same in the HTML of the server if its code comes with the page, and a box of its own if it has a class', () => {
  const Words = unhydrated(({ words }: { words: string }) => <b>{words}</b>);
  expect(htmlOf(<Words words="here" />)).toBe('<div style="display:contents"><b>here</b></div>');
  expect(htmlOf(<Words words="here" box={{ className: 'card' }} />)).toBe('<div class="card"><b>here</b></div>');
});
