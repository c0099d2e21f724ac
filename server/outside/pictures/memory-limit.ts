import sharp from 'sharp';

const LOOK_EACH_MS = 20;
const OUT_OF_MEMORY = 3;

/** Ends a program that reads one picture as soon as it takes more memory than its first argument allows. */
export function limitMemory(): void {
  const maxMemoryBytes = Number(process.argv[2]);
  // Decoding runs on other threads, so this loop can monitor memory.
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(OUT_OF_MEMORY);
  }, LOOK_EACH_MS).unref();
  sharp.concurrency(1);
  sharp.cache(false);
}
