import { connect, createServer, type Socket } from 'node:net';
import { answers } from './server.ts';

/** As `interval` and `fall` of deploy/keepalived.conf. */
const INTERVAL_MS = 1_000;
const FALL = 2;

interface Address {
  stop(): Promise<void>;
}

/**
 * The address of the site: connections go to the first balancer that answers. In place of keepalived, which needs an
 * address of a network.
 */
export async function serveAddress(
  port: number,
  balancers: readonly { port: number; health: number }[],
): Promise<Address> {
  const open = new Set<Socket>();
  const failures = balancers.map(() => 0);
  let holder = 0;
  const server = createServer((visitor) => {
    const balancer = connect(balancers[holder]!.port, '127.0.0.1');
    for (const [one, other] of [
      [visitor, balancer],
      [balancer, visitor],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(port, '127.0.0.1');
  await new Promise((done, fail) => server.once('listening', () => done(undefined)).once('error', fail));
  const look = async () => {
    await Promise.all(
      balancers.map(async ({ health }, i) => {
        failures[i] = (await answers(health, '/up')) ? 0 : failures[i]! + 1;
      }),
    );
    const next = failures.findIndex((count) => count < FALL);
    if (next === -1 || next === holder) return;
    holder = next;
    // Connections to the other are dropped, as when the address moves.
    for (const socket of open) socket.destroy();
  };
  const timer = setInterval(() => void look(), INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
