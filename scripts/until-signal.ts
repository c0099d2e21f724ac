import { StartError } from './start-errors.ts';

/** For commands: a signal that aborts the work on SIGINT, SIGTERM or SIGHUP. */
export function untilSignal(): AbortSignal {
  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    // Persistent listeners: in a process group the parent forwards the signal too, and a second one without a listener
    // would end the process midway.
    process.on(name, () => abort.abort(new StartError('Stopped.')));
  return abort.signal;
}
