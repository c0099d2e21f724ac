/** A media element without a browser: has a source, plays and pauses, and its clock is moved by the test. */
export class FakeMedia extends EventTarget {
  paused = true;
  ended = false;
  error: { code: number } | null = null;
  readyState = 0;
  currentTime = 0;
  duration = Number.NaN;
  volume = 1;
  muted = false;
  src = '';
  /** Calls to it, in order. */
  readonly orders: string[] = [];
  /** Seekable range in seconds. Null: nothing is seekable. */
  range: [number, number] | null = null;

  get seekable() {
    const { range } = this;
    return { length: range === null ? 0 : 1, start: () => range?.[0] ?? 0, end: () => range?.[1] ?? 0 };
  }
  canPlayType(): string {
    return 'maybe';
  }
  removeAttribute(name: string): void {
    if (name === 'src') this.src = '';
    this.orders.push(`without ${name}`);
  }
  load(): void {
    this.orders.push('load');
    this.paused = true;
    this.readyState = 0;
  }
  play(): Promise<void> {
    this.orders.push('play');
    this.paused = false;
    return Promise.resolve();
  }
  pause(): void {
    if (this.paused) return;
    this.orders.push('pause');
    this.paused = true;
    this.tell('pause');
  }
  tell(type: string): void {
    this.dispatchEvent(new Event(type));
  }
  /** Loads the stream; from here on the element has a current time. */
  begin(): void {
    this.readyState = 4;
    this.tell('loadedmetadata');
  }
}

/** WebKit's element, which reports the date of its time 0: `NaN` until known. */
export class DatedFakeMedia extends FakeMedia {
  startMs = Number.NaN;
  getStartDate(): Date {
    return new Date(this.startMs);
  }
}
