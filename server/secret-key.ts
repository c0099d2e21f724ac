import type { Config } from '#server/config.ts';

/** Signs in the demo what a real station signs with a secret of its own. */
const DEMO_SECRET_KEY = 'airwave demo: everybody may know this key';

export const secretKeyOf = ({ SECRET_KEY }: Config): string => SECRET_KEY || DEMO_SECRET_KEY;
