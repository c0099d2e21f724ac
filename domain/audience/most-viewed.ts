// The door for lists of the most viewed.

export { findMostViewed as mostViewed } from './most-viewed.store.ts';
