// The door for the lists of the most viewed.

export { findMostViewed as mostViewed } from './most-viewed.store.ts';
