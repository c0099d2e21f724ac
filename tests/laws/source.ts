import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Files of the project that git tracks or would add, by pattern. */
export function files(pattern: RegExp): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => pattern.test(file))
    .filter((file) => {
      try {
        readFileSync(file);
        return true;
      } catch {
        return false;
      }
    });
}

export const read = (file: string) => readFileSync(file, 'utf8');

/** `file:line: text` for every line that matches. */
export function linesWith(file: string, pattern: RegExp): string[] {
  return read(file)
    .split('\n')
    .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : []));
}

/** Source without comments; line numbers are preserved. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (c) => c.replace(/[^\n]/g, ' ')).replace(/(^|[^:'"`])\/\/[^\n]*/g, '$1');
}
