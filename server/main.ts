import type { AddressInfo } from 'node:net';
import { createRuntime, type Runtime } from '#server/runtime.ts';
import { readConfig, readServices } from '#server/config.ts';
import { createApp } from '#server/web/app.ts';

export interface StartOptions {
  env: Record<string, string | undefined>;
  argv: string[];
  databaseUrl: string;
}

export interface Running {
  address: string;
  stop(): Promise<void>;
}

/** Starts the services of this process on a database that is there and migrated. */
export async function startServices(options: StartOptions): Promise<Running> {
  const runtime = openRuntime(options);
  const app = await createApp(runtime);
  await app.listen({ host: runtime.config.HOST, port: runtime.config.PORT });
  const { port } = app.server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}`,
    async stop() {
      runtime.draining = true;
      await app.close();
      await runtime.database.close();
    },
  };
}

/** The long-lived half of the development server; its HTTP side is made anew whenever the code changes. */
export async function startDevServices(options: StartOptions): Promise<{ runtime: Runtime; stop(): Promise<void> }> {
  const runtime = openRuntime(options);
  return {
    runtime,
    async stop() {
      runtime.draining = true;
      await runtime.database.close();
    },
  };
}

function openRuntime({ env, argv, databaseUrl }: StartOptions): Runtime {
  const config = readConfig(env);
  return createRuntime(config, readServices(argv, config.demo), databaseUrl);
}
