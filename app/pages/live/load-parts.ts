export const loadParts = () => import('./late-parts.ts');
