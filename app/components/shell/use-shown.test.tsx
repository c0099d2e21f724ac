import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { shownNow, useShown } from './dialogs.ts';

it('begins in the browser with what the server rendered, so that no page is rendered again for it', () => {
  function Reader() {
    return useShown() === shownNow() ? 'same' : 'another';
  }
  expect(renderToString(<Reader />)).toBe('same');
});
