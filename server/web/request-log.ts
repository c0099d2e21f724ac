import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions } from 'pino';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/**
 * A request's logger with its id. Few requests log anything, and a child logger costs as much as a small reply, so it
 * is created on the first line.
 */
export class RequestLog implements FastifyBaseLogger {
  private made: FastifyBaseLogger | undefined = undefined;
  private readonly log: FastifyBaseLogger;
  private readonly bindings: Bindings;
  private readonly options: ChildLoggerOptions;

  constructor(log: FastifyBaseLogger, bindings: Bindings, options: ChildLoggerOptions = {}) {
    this.log = log;
    this.bindings = bindings;
    this.options = options;
  }

  private own(): FastifyBaseLogger {
    return (this.made ??= this.log.child(this.bindings, this.options));
  }

  private say(level: Level, line: unknown[]): void {
    const log = this.own();
    (log[level] as (...line: unknown[]) => void).apply(log, line);
  }

  get level() {
    return this.log.level;
  }
  child(bindings: Bindings, options?: ChildLoggerOptions) {
    return this.own().child(bindings, options);
  }
  fatal(...line: unknown[]) {
    this.say('fatal', line);
  }
  error(...line: unknown[]) {
    this.say('error', line);
  }
  warn(...line: unknown[]) {
    this.say('warn', line);
  }
  info(...line: unknown[]) {
    this.say('info', line);
  }
  debug(...line: unknown[]) {
    this.say('debug', line);
  }
  trace(...line: unknown[]) {
    this.say('trace', line);
  }
  silent() {}
}
