/** A whole number from 1 to `most` as typed; null if it is none. */
export const wholeOf = (typed: string, most: number): number | null => {
  const value = /^[1-9]\d{0,8}$/.test(typed.trim()) ? Number(typed) : null;
  return value !== null && value <= most ? value : null;
};
