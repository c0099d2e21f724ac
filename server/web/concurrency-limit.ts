/** Lets so many pieces of work run at once; the others wait in line. */
export function createConcurrencyLimit(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let free = places;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((go) => line.push(go));
    try {
      return await work();
    } finally {
      // A place that is handed on never becomes free in between, so no latecomer can take it as well.
      const next = line.shift();
      if (next) next();
      else free++;
    }
  };
}
