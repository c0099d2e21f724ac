import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { ClientInstrumentation } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { fetchForRouter } from './components/shell/network.ts';
import { holdPopState, wholeRouteMap } from './components/shell/route-map.ts';
import { takePageData } from './hydration-data.ts';

// The router calls `fetch` with URL objects; its requests wait for the network.
const plainFetch = window.fetch;
window.fetch = (input, init) =>
  input instanceof URL && input.pathname.endsWith('.data') ? fetchForRouter(input, init) : plainFetch(input, init);

takePageData();
// Before the router's own listener.
window.addEventListener('popstate', holdPopState);

/** Every other way to another page. */
const untilNavigation: ClientInstrumentation = {
  router: (router) =>
    router.instrument({
      navigate: async (go, { to }) => {
        await wholeRouteMap(typeof to === 'string' ? to : undefined);
        await go();
      },
      fetch: async (go) => {
        await wholeRouteMap();
        await go();
      },
    }),
};

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[untilNavigation]} />
    </StrictMode>,
  );
});
