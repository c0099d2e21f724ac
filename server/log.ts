import { pino, type Logger } from 'pino';

/** Structured lines on standard output. Secrets never reach a line: these paths are cut out wherever they stand. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'headers.authorization',
        'headers.cookie',
        '*.token',
        '*.password',
        '*.secret',
      ],
      censor: '(cut)',
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}

export type { Logger } from 'pino';
