// The light build carries no types of its own; it is the same class without subtitles, DRM and alternate audio.
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default } from 'hls.js';
}
