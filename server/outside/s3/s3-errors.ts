import { DomainError } from '#shared/domain-error.ts';

/** A bucket that does not answer, or whose bytes were damaged on the way, after all tries. */
export class StorageUnavailable extends DomainError {
  /** The message is for the log: a visitor is told only that something is unavailable. */
  constructor(message: string, cause?: unknown) {
    super('unavailable');
    this.name = 'StorageUnavailable';
    this.message = message;
    this.cause = cause;
  }
}

/** A bucket that refuses a call, such as for a wrong key. Never contains a credential. */
export class S3Error extends StorageUnavailable {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
}
