/** A waiting time in words. */
export function waitWords(seconds: number): string {
  if (seconds < 90) return `${seconds} 秒`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? `${minutes} 分鐘` : `${Math.ceil(minutes / 60)} 小時`;
}
