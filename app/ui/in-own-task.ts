/** Runs `work` in a task of its own, so that a press in between is answered first. Returns what cancels it. */
export function inOwnTask(work: () => void): () => void {
  const timer = setTimeout(work);
  return () => clearTimeout(timer);
}
