import type { Readable, Writable } from 'node:stream';
import { once } from 'node:events';
import type pg from 'pg';

/** What the driver tells a question of the COPY kind; its types know only questions that are text. */
interface Wire {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
  stream: { pause(): void; resume(): void; writableNeedDrain: boolean; once(event: 'drain', heard: () => void): void };
}

/** The parts of the driver's protocol that COPY uses in both directions. */
abstract class Copy {
  readonly done: Promise<void>;
  protected resolve!: () => void;
  protected reject!: (error: unknown) => void;
  readonly #text: string;
  #error: unknown;
  constructor(text: string) {
    this.#text = text;
    this.done = new Promise<void>((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.done.catch(() => {});
  }
  submit(wire: Wire): void {
    wire.query(this.#text);
  }
  handleError(error: unknown): void {
    this.#error = error;
    // A connection that is gone is never ready again; saying it twice does nothing.
    this.reject(error);
  }
  handleReadyForQuery(): void {
    if (this.#error === undefined) this.resolve();
  }
  handleCommandComplete(): void {}
  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('nothing to send');
  }
  handleCopyData(_message: { chunk: Buffer }, _wire: Wire): void {}
}

class CopyOut extends Copy {
  readonly #to: Writable;
  /** Of a connection that is not read from until the other side has caught up. */
  #resume: (() => void) | undefined;
  constructor(text: string, to: Writable) {
    super(text);
    this.#to = to;
  }
  override handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire): void {
    // A view of what the driver reads the next message into.
    if (this.#to.write(Buffer.from(chunk)) || this.#resume) return;
    // What was read already still comes.
    wire.stream.pause();
    this.#resume = () => {
      this.#resume = undefined;
      wire.stream.resume();
    };
    this.#to.once('drain', () => this.#resume?.());
  }
  /** The last of it may have been read before the pause; a stream that is ended never says that it drained. */
  override handleReadyForQuery(): void {
    this.#resume?.();
    super.handleReadyForQuery();
  }
}

class CopyIn extends Copy {
  readonly #from: Readable;
  constructor(text: string, from: Readable) {
    super(text);
    this.#from = from;
  }
  override handleCopyInResponse(wire: Wire): void {
    this.#send(wire).then(
      () => wire.endCopyFrom(),
      (error: unknown) => wire.sendCopyFail(String(error)),
    );
  }
  async #send(wire: Wire): Promise<void> {
    for await (const chunk of this.#from) {
      wire.sendCopyFromChunk(chunk as Buffer);
      if (wire.stream.writableNeedDrain) await new Promise<void>((drained) => wire.stream.once('drain', drained));
    }
  }
}

/** `copy … to stdout`, written to `to` and ended. */
export async function copyTo(client: pg.ClientBase, text: string, to: Writable): Promise<void> {
  const copy = new CopyOut(text, to);
  client.query(copy as unknown as pg.Submittable);
  await copy.done;
  to.end();
  await once(to, 'finish');
}

/** `copy … from stdin`, read from `from`. */
export async function copyFrom(client: pg.ClientBase, text: string, from: Readable): Promise<void> {
  const copy = new CopyIn(text, from);
  client.query(copy as unknown as pg.Submittable);
  await copy.done;
}
