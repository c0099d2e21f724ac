import { pino, type DestinationStream, type Logger } from 'pino';
import { tracing } from '#shared/outside/tracing.ts';
import { redactLine, withoutParameters } from '#shared/text/redact.ts';

/** Serialises an error with its causes, without the parameters of failed statements. */
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

/** Structured log on standard output. Every line is redacted as a whole, so callers need not do it. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      // Tracing is set up, or not, before the log.
      ...(tracing() === null ? {} : { mixin: () => tracing()?.ids() ?? {} }),
      serializers: { err: serializeError },
      hooks: { streamWrite: redactLine },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination ?? pino.destination(1),
  );
}

export type { Logger } from 'pino';
