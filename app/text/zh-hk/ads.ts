export const adsText = { label: '廣告' } as const;
