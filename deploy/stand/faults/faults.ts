import { userInfo } from 'node:os';
import type { Layout } from '../layout.ts';
import { StandError, type Processes } from '../processes.ts';
import type { Server } from '../server.ts';
import { cutOff, groupOf, type Cable } from './cable.ts';
import { setClock } from './clock.ts';
import { emptyDisk, fillDisk } from './disks.ts';

export const FAULTS = ['kill', 'freeze', 'slow', 'cut', 'fill', 'clock'] as const;
export type Fault = (typeof FAULTS)[number];
export const isFault = (word: string): word is Fault => (FAULTS as readonly string[]).includes(word);

/** A slow server is stopped for this long, then runs for as long: this kernel cannot delay packets (no netem). */
const STILL_MS = 500;
const AHEAD_S = 30;

/** The ports of a server beside the one of its name. */
function portsOf({ ports }: Layout, { name, port }: Server): number[] {
  const i = Number(name.at(-1)) - 1;
  const kind = name.replace(/\d$/, '');
  const own: Record<string, number[]> = {
    etcd: [ports.etcdPeers[i]!],
    nats: [ports.natsCluster[i]!, ports.natsMonitor[i]!],
    db: [ports.patroni[i]!],
    balancer: [ports.origins[i]!, ports.balancerHealth[i]!],
    web: [1, 2, 3, 4].map((step) => port + step),
    media: [1, 2, 3, 4].map((step) => port + step),
    worker: [1, 2, 3, 4].map((step) => port + step),
  };
  return [port, ...(own[kind] ?? [])];
}

/** Injects faults into the servers of a stand, one at a time in each. */
export class Faults {
  readonly #layout: Layout;
  readonly #processes: Processes;
  readonly #groups = new Map<string, Cable>();
  readonly #afflicted = new Map<string, { fault: Fault; recover: () => void }>();

  constructor(layout: Layout, processes: Processes) {
    this.#layout = layout;
    this.#processes = processes;
  }

  /** The server with a group of its own, where the present user may give it one. */
  grouped(server: Server): Server {
    if (userInfo().uid !== 0) return server;
    const group = groupOf(server.port);
    this.#groups.set(server.name, { group, ports: portsOf(this.#layout, server) });
    return { ...server, user: { uid: server.user?.uid ?? 0, gid: group } };
  }

  #cut(): void {
    const names = [...this.#afflicted].filter(([, { fault }]) => fault === 'cut').map(([name]) => name);
    cutOff(
      names.map((name) => this.#groups.get(name)!),
      this.#layout.ports.base,
    );
  }

  #slow(name: string): () => void {
    let isStill = false;
    const turn = () => {
      isStill = !isStill;
      if (this.#processes.isRunning(name)) this.#processes.signal(name, isStill ? 'SIGSTOP' : 'SIGCONT');
    };
    turn();
    const timer = setInterval(turn, STILL_MS);
    return () => {
      clearInterval(timer);
      if (isStill) turn();
    };
  }

  begin(fault: Fault, name: string): void {
    const now = this.#afflicted.get(name);
    if (now) throw new StandError(`${name} already has a fault: ${now.fault}.`);
    const { folder } = this.#layout;
    const processes = this.#processes;
    const befalls = (recover: () => void) => this.#afflicted.set(name, { fault, recover });
    if (fault === 'kill') {
      processes.signal(name, 'SIGKILL');
      befalls(() => {});
    } else if (fault === 'freeze') {
      processes.signal(name, 'SIGSTOP');
      befalls(() => processes.signal(name, 'SIGCONT'));
    } else if (fault === 'slow') befalls(this.#slow(name));
    else if (fault === 'fill') {
      fillDisk(folder, name);
      befalls(() => emptyDisk(folder, name));
    } else if (fault === 'clock') {
      setClock(folder, name, AHEAD_S);
      befalls(() => setClock(folder, name, 0));
    } else {
      if (!this.#groups.has(name))
        throw new StandError(`${name} cannot be cut off: unknown, or the stand does not run as root.`);
      befalls(() => {});
      this.#cut();
    }
  }

  /** Ends the fault of a server, starts it if it is gone, and waits until it is ready. */
  async recover(name: string): Promise<void> {
    const now = this.#afflicted.get(name);
    if (!now) throw new StandError(`${name} has no fault.`);
    this.#afflicted.delete(name);
    now.recover();
    if (now.fault === 'cut') this.#cut();
    // Since a write failed it serves nothing until it is started again (docs/operations/live-spool.md).
    if (now.fault === 'fill' && name.startsWith('nats')) await this.#processes.restart(name);
    await this.#processes.untilServing(name);
  }

  /** Leaves no rule and nothing slow behind. */
  end(): void {
    for (const { recover } of this.#afflicted.values()) recover();
    this.#afflicted.clear();
    if (this.#groups.size > 0) cutOff([], this.#layout.ports.base);
  }
}
