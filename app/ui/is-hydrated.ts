/** The first render of a document must match the server's; later pages can use browser state at once. */
export const isHydrated = (): boolean => typeof document !== 'undefined' && 'ready' in document.documentElement.dataset;
