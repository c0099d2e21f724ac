/** The latest instant that this browser has known, and when by its own clocks; all in ms. */
export interface DownloadClock {
  latestMs: number;
}

/**
 * A clock that never goes back: the latest of what was known, the server's time, and the device's. A device clock that
 * is set back does not extend anything. One that was set ahead ends things early, and they can be stored again.
 */
export const advance = (
  clock: DownloadClock | undefined,
  { deviceMs, serverMs = 0 }: { deviceMs: number; serverMs?: number },
): DownloadClock => ({
  latestMs: Math.max(clock?.latestMs ?? 0, deviceMs, serverMs),
});

export const isOver = ({ expiresAtMs }: { expiresAtMs: number }, { latestMs }: DownloadClock): boolean =>
  latestMs >= expiresAtMs;
