/** A token bucket: one is earned in each interval, and an empty bucket fills in the time of a burst. */
export interface BucketLimit {
  intervalMs: number;
  burstMs: number;
}

/** Token buckets that several processes share. What is lost with them is earned again. */
export interface SharedCounts {
  /**
   * Takes one, after `debt` more that were already granted. Resolves with the seconds to wait if none is left, or with
   * null if the answer is late. Null at once while the service is known to be down.
   */
  take(key: string, limit: BucketLimit, debt: number): Promise<number | null> | null;
  isUnavailable(): boolean;
  stop(): Promise<void>;
}
