/** Swings with a period in seconds. */
export const sway = (t: number, seconds: number, by: number, phase = 0): number =>
  by * Math.sin(2 * Math.PI * (t / seconds + phase));

/** Moves repeatedly from one side to the other. */
export const across = (t: number, seconds: number, from: number, to: number): number =>
  from + ((t / seconds) % 1) * (to - from);

/** On during the first half of a period in seconds. */
export const blink = (t: number, seconds: number, phase = 0): boolean => (t / seconds + phase) % 1 < 0.5;
