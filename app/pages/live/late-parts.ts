// What the live page loads on demand, as one file: each further one costs its first load the list of what it needs.
export { LatestSongs } from './latest-songs.tsx';
export { Missed } from './missed.tsx';
export { Moment } from './moment.tsx';
export { RelatedPrograms } from './related-programs.tsx';
export { shareLive } from './share-live.ts';
