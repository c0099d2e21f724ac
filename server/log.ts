import { pino, type DestinationStream, type Logger } from 'pino';
import { redactLine, withoutParameters } from '#server/redact.ts';

/** An error for the log, its causes included; values a statement was run with stay out of it. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const told = pino.stdSerializers.err(error);
  return {
    ...told,
    message: withoutParameters(told.message, error),
    stack: withoutParameters(told.stack, error),
    ...('params' in told ? { params: undefined } : {}),
  };
}

/** Structured lines on standard output. Every line is redacted as a whole: no caller has to think of it. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      serializers: { err: serializeError },
      hooks: { streamWrite: redactLine },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination ?? pino.destination(1),
  );
}

export type { Logger } from 'pino';
