import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import type { Config, Service } from '#server/config.ts';
import { StartError } from './start-errors.ts';

/** Reports in one sentence which port is in use, before anything is started. */
export async function assertPortsFree(config: Config, services: ReadonlySet<Service>): Promise<void> {
  const { HOST, PORT, METRICS_PORT, sandboxAdsPort } = config;
  const ads = services.has('web') ? config.ads : null;
  await tcp(HOST, PORT, 'PORT');
  if (METRICS_PORT !== 0) {
    if (METRICS_PORT === PORT)
      throw new StartError('PORT and METRICS_PORT must differ: set METRICS_PORT to another port.');
    await tcp(config.METRICS_HOST, METRICS_PORT, 'METRICS_PORT');
  }
  for (const [name, port] of [
    ['DESK_PORT', services.has('web') ? config.desk?.port : null],
    ['ADS_PORT', ads?.port],
    ['SANDBOX_ADS_PORT', ads ? sandboxAdsPort : null],
  ] as const) {
    if (port === undefined || port === null) continue;
    if (port === PORT || port === METRICS_PORT)
      throw new StartError(`${name} is used by another service of Airwave: set it to another port.`);
    await tcp(HOST, port, name);
  }
  if (ads && ads.port === sandboxAdsPort)
    throw new StartError('ADS_PORT and SANDBOX_ADS_PORT must differ: set SANDBOX_ADS_PORT to another port.');
  // The demo's name server, which reports that fictitious domains accept mail.
  if (config.demo && !config.DNS_SERVERS) await udp('127.0.0.1', PORT);
}

const sentence = (error: NodeJS.ErrnoException, host: string, port: number, name: string) =>
  new StartError(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use: stop the program that uses it, or set ${name} to another port.`
      : `Cannot listen on ${host}:${port} (${error.code ?? error.message}): set HOST and ${name}.`,
  );

const tcp = (host: string, port: number, name: string): Promise<void> =>
  new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => fail(sentence(error, host, port, name)));
    probe.listen(port, host, () => probe.close(() => done()));
  });

const udp = (host: string, port: number): Promise<void> =>
  new Promise((done, fail) => {
    const probe = createSocket('udp4');
    probe.once('error', (error: NodeJS.ErrnoException) =>
      probe.close(() =>
        fail(
          error.code === 'EADDRINUSE'
            ? new StartError(`UDP port ${port} is in use: stop the program that uses it, or set PORT to another port.`)
            : sentence(error, host, port, 'PORT'),
        ),
      ),
    );
    probe.bind(port, host, () => probe.close(() => done()));
  });
