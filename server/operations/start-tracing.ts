import type { Config } from '#server/config.ts';
import { setTracing } from '#shared/outside/tracing.ts';

/** Traces this process if a collector is set. The packages of OpenTelemetry are loaded only then. */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio }: Config,
  services: Iterable<string>,
): Promise<void> {
  if (endpoint === '') return;
  const { createOtlpTracing } = await import('#server/outside/otel/otlp-tracing.ts');
  setTracing(createOtlpTracing({ endpoint, ratio, service: [...services].sort().join(',') }));
}
