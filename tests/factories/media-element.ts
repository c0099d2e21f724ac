/** A media element without a browser: holds a source, plays and pauses, and has a clock that a test moves. */
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
  /** What was done to it, in order. */
  readonly orders: string[] = [];
  /** Seconds that can be sought; null: nothing can. */
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
  /** The stream has been read: from here on the element has a time. */
  begin(): void {
    this.readyState = 4;
    this.tell('loadedmetadata');
  }
}

/** WebKit's element, which tells the date of its time 0: `NaN` until it knows. */
export class DatedFakeMedia extends FakeMedia {
  startMs = Number.NaN;
  getStartDate(): Date {
    return new Date(this.startMs);
  }
}
