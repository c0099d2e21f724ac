// The door for the lists of the most viewed.

export { findMostPlayed as mostPlayed } from './most-viewed.store.ts';
