/** Tunnels, their free-flow minutes, and the factor at peak hour. */
const TUNNELS: readonly (readonly [name: string, freeMinutes: number, rush: number])[] = [
  ['紅隧', 8, 3.2],
  ['東隧', 7, 1.9],
  ['西隧', 7, 1.5],
  ['獅隧', 8, 2.4],
  ['大老山', 6, 1.7],
  ['將藍', 6, 1.3],
];

/** Proximity of an hour to the rush hours, 0 to 1: peaks at 08:30 and 18:30, flat at night. */
function rushAt(hour: number): number {
  const near = (peak: number) => Math.exp(-(((hour - peak) / 1.6) ** 2));
  return Math.min(1, near(8.5) + near(18.5) + (hour > 9 && hour < 19 ? 0.25 : 0));
}

/**
 * Simulated travel times of the demo's tunnels: those of a weekday, with a variation that changes every five minutes.
 */
export function tunnelTimesAt(at: Date): { name: string; minutes: number; freeMinutes: number }[] {
  const minuteHk = Math.floor(at.getTime() / 60_000 + 480) % 1_440;
  const round = Math.floor(at.getTime() / 300_000);
  return TUNNELS.map(([name, freeMinutes, rush], i) => {
    const sway = Math.sin(round * 1.7 + i * 2.3) * 0.12;
    const times = 1 + (rush - 1) * rushAt(minuteHk / 60) * (1 + sway) + Math.max(0, sway);
    return { name, freeMinutes, minutes: Math.max(freeMinutes, Math.round(freeMinutes * times)) };
  });
}
