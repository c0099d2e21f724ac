/** Secrets of a setting, with commas between: the first signs, all are believed, so that one follows another without a loss. */
export const secretsOf = (setting: string): string[] =>
  setting
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean);
