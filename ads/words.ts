/** Accessible title of the nested frame, which the page's texts cannot reach. */
export const adWords = { frame: '廣告' } as const;
