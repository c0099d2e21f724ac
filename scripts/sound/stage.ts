/** Dimensions, colours and timing of the studio camera. */
export const VIDEO_FPS = 25;
export const VIDEO_FRAMES = 768;
export const VIDEO_WIDTH = 640;
export const VIDEO_HEIGHT = 360;
/** A shot lasts one segment, 8 beats: a cut falls on a bar and on a key frame. */
export const SHOT_FRAMES = 96;
export const BEAT_FRAMES = 12;

export const INK = '#14110e';
export const YELLOW = '#ffcb05';
export const CREAM = '#faf5e6';
export const RED = '#d42a12';
export const ORANGE = '#ff7a1a';

/** A sine with `turns` periods in the loop, -1 to 1. */
export const sway = (frame: number, turns: number, phase = 0) =>
  Math.sin(2 * Math.PI * ((frame / VIDEO_FRAMES) * turns + phase));

/** 1 on the beat, falling to 0 before the next. */
export const pulse = (frame: number, beats = 1) => 1 - (frame % (BEAT_FRAMES * beats)) / (BEAT_FRAMES * beats);
