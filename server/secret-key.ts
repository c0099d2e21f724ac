import type { Config } from '#server/config.ts';

/** Signs in the demo what a real station signs with a secret of its own. */
const DEMO_SECRET_KEY = 'airwave demo: everybody may know this key';

export const secretKeyOf = ({ SECRET_KEY }: Config): string => SECRET_KEY || DEMO_SECRET_KEY;

/** Seals the books in the demo. */
const DEMO_LEDGER_KEY = 'airwave demo: everybody may know this key, too';

/** The key of the seals of the books: apart from `SECRET_KEY`, which changes when it leaks. */
export const ledgerKeyOf = ({ LEDGER_KEY }: Config): string => LEDGER_KEY || DEMO_LEDGER_KEY;
