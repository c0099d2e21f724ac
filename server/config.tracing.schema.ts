import { z } from 'zod';
import { link } from './config.payments.schema.ts';

/** Traces. The names are those of OpenTelemetry, which collectors' manuals use. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: link
    .default('')
    .describe(
      'collector of OpenTelemetry that takes traces by OTLP over HTTP, such as http://10.0.0.41:4318; empty: none',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe('share of requests and jobs that are traced, 0 to 1'),
};
