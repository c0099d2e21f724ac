import type { FastifyReply } from 'fastify';

/** `error`: nothing is done. `lost`: it is done, and the answer does not come. `hang`: nothing is done, nothing is said. */
export const FAULTS = ['error', 'lost', 'hang'] as const;
type FaultKind = (typeof FAULTS)[number];

/** What the next calls of a name meet, as told on the desk of the stand-in. */
export function createFaults() {
  const waiting = new Map<string, FaultKind[]>();
  return {
    plan(name: string, kind: FaultKind, times: number): void {
      waiting.set(name, [...(waiting.get(name) ?? []), ...Array<FaultKind>(times).fill(kind)]);
    },
    /** Does what was asked, or not, and answers, or not. */
    async meet(name: string, reply: FastifyReply, act: () => unknown): Promise<unknown> {
      const kind = waiting.get(name)?.shift();
      if (kind === 'error') return reply.code(500).type('text/html').send('<h1>500</h1>');
      if (kind === 'hang') return reply.hijack();
      // Nothing of the answer may reach the socket.
      if (kind === 'lost')
        reply.send = () => {
          void reply.hijack();
          reply.raw.destroy();
          return reply;
        };
      return act();
    },
  };
}

export type Faults = ReturnType<typeof createFaults>;
