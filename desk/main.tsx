import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import '#app/styles/tokens.css';
import '#app/styles/base.css';
import './desk.css';
import { forgetPastEvents } from './invitations/door/kept.ts';
import { router } from './router.tsx';

createRoot(document.querySelector('#desk')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);

// The bundler takes the link of a style that could not be loaded for a style that is there: entered again, its room would be
// shown without it.
addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.remove(), { capture: true });

// Even if the door list is never opened again.
void forgetPastEvents(Date.now()).catch(() => undefined);
