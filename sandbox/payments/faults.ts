import type { FastifyReply } from 'fastify';

/** Provider failures: before any effect, or after all effects. */
export const FAULTS = {
  error: 'fails with an error, without effect',
  lost: 'succeeds, but the response is lost',
  hang: 'never responds, without effect',
} as const;
type FaultKind = keyof typeof FAULTS;
const isFault = (word: string): word is FaultKind => Object.hasOwn(FAULTS, word);

const MAX_TIMES = 1_000;

/** Planned faults of calls by name, set on the stand-in's control page. */
export function createFaults() {
  const planned = new Map<string, { kind: FaultKind; times: number }>();
  return {
    /** Replaces the faults planned for this call; null if the form is invalid. */
    plan(form: URLSearchParams): number | null {
      const [call, kind] = [form.get('call') ?? '', form.get('kind') ?? ''];
      const times = Number(form.get('times') ?? '1');
      if (!isFault(kind) || !Number.isInteger(times) || times < 0 || times > MAX_TIMES) return null;
      planned.set(call, { kind, times });
      return times;
    },
    list: () => [...planned].filter(([, { times }]) => times > 0),
    clear: () => planned.clear(),
    /** Runs the call and replies, unless a fault is planned. */
    async meet(name: string, reply: FastifyReply, act: () => unknown): Promise<unknown> {
      const fault = planned.get(name);
      if (!fault || fault.times === 0) return act();
      fault.times--;
      if (fault.kind === 'error') return reply.code(500).type('text/html').send('<h1>500</h1>');
      // Ends by the caller's timeout, or when the stand-in stops.
      if (fault.kind === 'hang') return reply.hijack();
      // No byte of the reply may reach the socket.
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
