/** The first render of a document must be the server's; a later page can begin with what the browser knows. */
export const isHydrated = (): boolean => typeof document !== 'undefined' && 'ready' in document.documentElement.dataset;
