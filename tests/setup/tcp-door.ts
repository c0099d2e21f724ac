import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpDoor {
  port: number;
  /** Cuts all connections, and refuses new ones until it is opened again. */
  shut(): void;
  /** Silently drops all traffic from now on, as if the machine were gone. */
  hush(): void;
  open(): void;
  close(): void;
}

/** A port that leads to another, whatever that is at the time. */
export async function openDoor(target: () => number): Promise<TcpDoor> {
  const sockets = new Set<Socket>();
  let isShut = false;
  let isHushed = false;
  const door = createServer((socket) => {
    if (isShut) return void socket.destroy();
    if (isHushed) return void sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    const there = connect(target(), '127.0.0.1');
    for (const [from, to] of [
      [socket, there],
      [there, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (door.address() as AddressInfo).port,
    shut() {
      isShut = true;
      cut();
    },
    hush() {
      isHushed = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    open() {
      isShut = isHushed = false;
    },
    close() {
      cut();
      door.close();
    },
  };
}
