import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A typeface with Hong Kong's Chinese, which a server may have none of: its name and its file. */
export const CHINESE_FONT = {
  family: 'Chocolate Classical Sans',
  file: join(
    createRequire(import.meta.url).resolve('@expo-google-fonts/chocolate-classical-sans/package.json'),
    '..',
    '400Regular/ChocolateClassicalSans_400Regular.ttf',
  ),
};
