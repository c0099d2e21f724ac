import type { Config } from '#server/config.ts';

/** Public signing key of the demo; a real station sets a secret of its own. */
const DEMO_SECRET_KEY = 'airwave demo: everybody may know this key';

export const secretKeyOf = ({ SECRET_KEY }: Config): string => SECRET_KEY || DEMO_SECRET_KEY;

/** Public key that seals the books in the demo. */
const DEMO_LEDGER_KEY = 'airwave demo: everybody may know this key, too';

/** Key for sealing the books. Separate from `SECRET_KEY`, which is rotated when it leaks. */
export const ledgerKeyOf = ({ LEDGER_KEY }: Pick<Config, 'LEDGER_KEY'>): string => LEDGER_KEY || DEMO_LEDGER_KEY;
