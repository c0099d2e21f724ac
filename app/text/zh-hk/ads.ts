export const adsText = { label: '廣告', inArticle: '文中廣告' } as const;
