import type { Readable, Writable } from 'node:stream';
import { once } from 'node:events';
import type pg from 'pg';

/** What the driver passes to a COPY query; its type definitions know only text queries. */
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
    // A lost connection is never ready again; rejecting twice has no effect.
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
  /** Resumes a connection paused until the writable side drains. */
  #resume: (() => void) | undefined;
  constructor(text: string, to: Writable) {
    super(text);
    this.#to = to;
  }
  override handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire): void {
    // Copied, because the chunk is a view of a buffer the driver reuses for the next message.
    if (this.#to.write(Buffer.from(chunk)) || this.#resume) return;
    // Data already read still arrives.
    wire.stream.pause();
    this.#resume = () => {
      this.#resume = undefined;
      wire.stream.resume();
    };
    this.#to.once('drain', () => this.#resume?.());
  }
  /** The last data may have been read before the pause; a stream that was ended emits no `drain`. */
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

/** Runs `copy … to stdout`, writes the output to `to` and ends it. */
export async function copyTo(client: pg.ClientBase, text: string, to: Writable): Promise<void> {
  const copy = new CopyOut(text, to);
  client.query(copy as unknown as pg.Submittable);
  await copy.done;
  to.end();
  await once(to, 'finish');
}

/** Runs `copy … from stdin` with the contents of `from`. */
export async function copyFrom(client: pg.ClientBase, text: string, from: Readable): Promise<void> {
  const copy = new CopyIn(text, from);
  client.query(copy as unknown as pg.Submittable);
  await copy.done;
}
