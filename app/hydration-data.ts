import type { HydrationState } from 'react-router';

/** The element of the page's data. */
export const PAGE_DATA_ID = 'page-data';

/** Globals of the framework's page: the stream from which it decodes the page's data, and where it puts them. */
interface FrameworkContext {
  state?: HydrationState;
  streamController: ReadableStreamDefaultController<string>;
}

/**
 * Gives the router the page's data. The engine's own parser reads them in a fraction of the time that the framework
 * takes to decode its format, which is the longest single work before hydration. A page whose data are not JSON has
 * none of this element, and the framework decodes its stream.
 */
export function takePageData(): void {
  const element = document.getElementById(PAGE_DATA_ID);
  if (element === null) return;
  const context = (window as unknown as { __reactRouterContext: FrameworkContext }).__reactRouterContext;
  const state = JSON.parse(element.textContent) as HydrationState;
  // The framework stores what it decoded, here an empty object.
  Object.defineProperty(context, 'state', { get: () => state, set: () => {} });
  context.streamController.enqueue('[{}]\n');
  context.streamController.close();
}
