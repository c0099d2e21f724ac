import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { shownNow, useShown, type Shown } from './dialogs.ts';

it('begins in the browser with what the server rendered, so that no page is rendered again for it', () => {
  let onServer: readonly Shown[] | undefined;
  function Reader() {
    onServer = useShown();
    return null;
  }
  renderToString(<Reader />);
  expect(shownNow()).toBe(onServer);
});
