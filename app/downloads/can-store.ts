/** Whether a browser has what storing replays needs. Safari before 26 writes no file from a page. */
export const canStore = (): boolean =>
  'serviceWorker' in navigator &&
  'locks' in navigator &&
  'storage' in navigator &&
  'getDirectory' in navigator.storage &&
  typeof FileSystemFileHandle === 'function' &&
  'createWritable' in FileSystemFileHandle.prototype;

/** Whether it also permits it: a private window may not, which only an attempt shows. */
export async function mayStore(): Promise<boolean> {
  if (!canStore()) return false;
  try {
    await navigator.storage.getDirectory();
    return true;
  } catch {
    return false;
  }
}
