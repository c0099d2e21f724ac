import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import type { LoggedMessage, Outcome } from './logged-message.ts';

/** Durable consumer shared by all settlers; its ack floor is what they have settled together. */
const CONSUMER = 'settler';
const PULL_MS = 5_000;
const LOOK_MS = 500;
const INFO_TIMEOUT_MS = 500;
const FLOOR_TIMEOUT_MS = 1_000;
/** Time in which a message is settled even if storage is slow. */
const SILENT_MS = 2_000;
const AGAIN_MS = 1_000;

export interface SettlerOptions {
  client: JetStreamClient;
  manager: JetStreamManager;
  stream: string;
  ackWaitMs: number;
  settle: (message: LoggedMessage) => Promise<Outcome>;
  messageOf: (message: JsMsg) => LoggedMessage;
  /** The first message from a number on, of the stream's leader. Undefined: none. */
  nextFrom: (from: number) => Promise<LoggedMessage | undefined>;
  /** The last message that this process has read. */
  readTo: () => number;
  /** Ends early when the process stops. */
  wait: (ms: number) => Promise<unknown>;
}

export interface Settler {
  /** The last message up to which all are settled. Undefined if the log does not answer. */
  floor(): Promise<number | undefined>;
  /** Null: unknown. */
  countUnsettled(): Promise<number | null>;
  /** Begins after `floor`, or if that is unknown, after `after`. */
  begin(floor: number | undefined, after: number): void;
  /** Settles what the consumer delivers, until it breaks off. */
  settleDelivered(signal: AbortSignal): Promise<void>;
  /** Settles by number what the consumer does not deliver. */
  settleSilence(signal: AbortSignal): Promise<void>;
}

/**
 * Settles messages, one at a time, in order. A durable consumer delivers each to one process. It lives on one server,
 * and is silent if its disk is full, while the stream continues on the others: each process then settles by number
 * from the stream's leader, which costs only work, as a message may be settled any number of times. A settler belongs to
 * one session, because a stream that was recreated meanwhile counts from 1 again.
 */
export function createSettler(options: SettlerOptions): Settler {
  const { client, manager, stream, ackWaitMs, settle, messageOf, nextFrom, readTo, wait } = options;
  /** Messages after the first number, up to and including the second, are known to be settled. */
  let known = { after: 0, to: 0 };
  /** The last position of the consumer that this process knows of. */
  let floorSeen = 0;
  /** When the consumer last gave a message to some process, or had none to give. */
  let heardAtMs = 0;
  let isSettling = false;

  /** All up to this number are settled. */
  function settledUpTo(sequence: number): void {
    known = { after: sequence < known.after ? known.after : 0, to: Math.max(known.to, sequence) };
  }

  const heard = (): void => void (heardAtMs = performance.now());
  const isSilent = (): boolean => !isSettling && performance.now() - heardAtMs >= SILENT_MS;

  async function prepare(): Promise<void> {
    const { nanos } = await import('@nats-io/transport-node');
    const { AckPolicy, DeliverPolicy } = await import('@nats-io/jetstream');
    await manager.consumers.add(stream, {
      durable_name: CONSUMER,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      // One at a time keeps their order, whichever process settles them.
      max_ack_pending: 1,
      ack_wait: nanos(ackWaitMs),
    });
  }

  /** The consumer's position; 0 before there is one. Undefined if it does not answer in time. */
  async function readFloor(withinMs: number): Promise<number | undefined> {
    const { JetStreamApiCodes, JetStreamApiError } = await import('@nats-io/jetstream');
    const read = manager.consumers.info(stream, CONSUMER).then(
      ({ ack_floor: floor }) => floor.stream_seq,
      (error: unknown) =>
        error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound ? 0 : undefined,
    );
    return Promise.race([read, delay(withinMs, undefined, { ref: false })]);
  }

  async function settleNext(consumer: Consumer): Promise<void> {
    const message = await consumer.next({ expires: PULL_MS });
    if (message === null) return;
    heard();
    const acknowledge = (): void => {
      floorSeen = message.seq;
      message.ack();
    };
    if (message.seq > known.after && message.seq <= known.to) return acknowledge();
    const stillHere = setInterval(() => message.working(), ackWaitMs / 3);
    isSettling = true;
    try {
      if ((await settle(messageOf(message))) === 'again') return message.nak(AGAIN_MS);
      settledUpTo(message.seq);
      acknowledge();
    } finally {
      isSettling = false;
      heard();
      clearInterval(stillHere);
    }
  }

  /** Whether the consumer gives messages to another process. */
  async function hasMoved(): Promise<boolean> {
    const floor = await readFloor(INFO_TIMEOUT_MS);
    if (floor === undefined || floor <= floorSeen) return false;
    floorSeen = floor;
    settledUpTo(floor);
    heard();
    return true;
  }

  return {
    floor: () => readFloor(FLOOR_TIMEOUT_MS),
    countUnsettled: () =>
      manager.consumers.info(stream, CONSUMER).then(
        ({ num_pending: waiting, num_ack_pending: settling }) => waiting + settling,
        () => null,
      ),
    begin(floor, after) {
      known = floor === undefined ? { after, to: after } : { after: 0, to: floor };
      floorSeen = floor ?? 0;
      heard();
    },
    async settleDelivered(signal) {
      // It may exist even if it cannot be updated now.
      await prepare().catch(() => {});
      const consumer = await client.consumers.get(stream, CONSUMER);
      while (!signal.aborted) await settleNext(consumer);
    },
    async settleSilence(signal) {
      while (!signal.aborted) {
        await wait(LOOK_MS);
        if (!isSilent() && known.to >= readTo()) heard();
        if (!isSilent() || (await hasMoved())) continue;
        while (!signal.aborted) {
          const message = await nextFrom(known.to + 1).catch(() => undefined);
          if (message === undefined || (await settle(message)) === 'again') break;
          known.to = Math.max(known.to, message.sequence);
        }
      }
    },
  };
}
