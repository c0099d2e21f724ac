/** A bucket that refuses a call, such as for a wrong key. Never contains a credential. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
}

/** A bucket that does not answer, or whose bytes were damaged on the way, after all tries. */
export class StorageUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageUnavailable';
  }
}
