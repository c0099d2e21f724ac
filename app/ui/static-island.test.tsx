import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { islandsLoaded, staticIsland } from './static-island.tsx';

it('is in the HTML of the server whole, in an element that takes no place of its own or in the list it is', async () => {
  const Words = staticIsland(async () => ({ words }: { words: string }) => <b>{words}</b>);
  const Items = staticIsland(
    async () =>
      ({ words }: { words: string }) => <li>{words}</li>,
    'ul',
  );
  await islandsLoaded();
  expect(renderToString(<Words words="here" />)).toBe('<div style="display:contents"><b>here</b></div>');
  expect(renderToString(<Items words="here" box={{ className: 'row' }} />)).toBe('<ul class="row"><li>here</li></ul>');
});
