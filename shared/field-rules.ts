/** Generic field rules, each a predicate on one value. Forms combine them and provide the messages. */
export const fieldRules = {
  required: (value: string): boolean => /\S/.test(value),
  email: (value: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value),
  digits: (value: string, count: number): boolean => /^[0-9]+$/.test(value) && value.length === count,
  /** Counts code points: a character outside the basic plane is one. */
  length: (value: string, least: number, most = least): boolean => {
    const letters = Array.from(value).length;
    return letters >= least && letters <= most;
  },
  between: (value: unknown, least: number, most: number): boolean =>
    typeof value === 'number' && value >= least && value <= most,
  confirmed: (value: string, again: string): boolean => value !== '' && value === again,
  /** Digits only: no sign, point or comma. */
  numeric: (value: string): boolean => /^[0-9]+$/.test(value),
  integer: (value: string): boolean => /^-?[0-9]+$/.test(value),
  image: ({ type }: { type: string }): boolean => /^image\/(png|jpeg)$/.test(type),
  dimensions: (picture: { width: number; height: number }, width: number, height: number): boolean =>
    picture.width === width && picture.height === height,
  size: (file: { size: number }, mostBytes: number): boolean => file.size <= mostBytes,
  captcha: (token: string | null): boolean => token !== null && /\S/.test(token),
};
