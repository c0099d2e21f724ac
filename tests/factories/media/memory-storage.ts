import type { SegmentStorage } from '#domain/media/media.ts';

/** In-memory storage without syncs, for tests that store thousands of objects. */
export function memoryStorage(): SegmentStorage & { objects: Map<string, Buffer> } {
  const objects = new Map<string, Buffer>();
  return {
    objects,
    async put(key, bytes) {
      const parts: Buffer[] = [];
      if (Buffer.isBuffer(bytes)) parts.push(bytes);
      else for await (const part of bytes) parts.push(part);
      objects.set(key, Buffer.concat(parts));
    },
    get: async (key, range) => {
      const whole = objects.get(key);
      if (whole === undefined || range === undefined) return whole;
      return range.end <= whole.length ? whole.subarray(range.start, range.end) : undefined;
    },
    has: async (key) => objects.has(key),
    remove: async (key) => void objects.delete(key),
  };
}
