import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MyShell } from './my-shell.tsx';

it('shows the room of cards, and not words alone, until it knows whose films are asked for', () => {
  const html = renderToStaticMarkup(
    <MyShell at="videos" own={{ state: 'asking' }} onAgain={() => undefined}>
      {() => null}
    </MyShell>,
  );
  expect(html).toMatch(/aria-busy="true"><p class="vh">載入緊…<\/p><div class="[^"]*cards[^"]*" aria-hidden="true">/);
});
