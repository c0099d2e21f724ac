import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Name and file of a typeface with Hong Kong's Chinese characters, since a server may have none installed. */
export const CHINESE_FONT = {
  family: 'Chocolate Classical Sans',
  file: join(
    createRequire(import.meta.url).resolve('@expo-google-fonts/chocolate-classical-sans/package.json'),
    '..',
    '400Regular/ChocolateClassicalSans_400Regular.ttf',
  ),
};
