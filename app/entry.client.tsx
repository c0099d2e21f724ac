import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { fetchForRouter } from './components/shell/network.ts';

// The router calls `fetch` with URL objects; its requests wait for the network.
const plainFetch = window.fetch;
window.fetch = (input, init) =>
  input instanceof URL && input.pathname.endsWith('.data') ? fetchForRouter(input, init) : plainFetch(input, init);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
