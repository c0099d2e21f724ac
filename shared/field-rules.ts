/**
 * The generic rules of fields, each a question of one value. Forms put them together; what is wrong is told in
 * words of the form.
 */
export const fieldRules = {
  required: (value: string): boolean => /\S/.test(value),
  email: (value: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value),
  digits: (value: string, count: number): boolean => /^[0-9]+$/.test(value) && value.length === count,
  /** Counted as a reader does: a letter outside the basic plane is one. */
  length: (value: string, least: number, most = least): boolean => {
    const letters = Array.from(value).length;
    return letters >= least && letters <= most;
  },
  between: (value: unknown, least: number, most: number): boolean =>
    typeof value === 'number' && value >= least && value <= most,
  confirmed: (value: string, again: string): boolean => value !== '' && value === again,
  /** Figures alone: no sign, point or comma. */
  numeric: (value: string): boolean => /^[0-9]+$/.test(value),
  integer: (value: string): boolean => /^-?[0-9]+$/.test(value),
  image: ({ type }: { type: string }): boolean => /^image\/(png|jpeg)$/.test(type),
  dimensions: (picture: { width: number; height: number }, width: number, height: number): boolean =>
    picture.width === width && picture.height === height,
  size: (file: { size: number }, mostBytes: number): boolean => file.size <= mostBytes,
  captcha: (token: string | null): boolean => token !== null && /\S/.test(token),
};
