import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

const FORMS = String.raw`forms/(form-(field|summary|counter)|use-debounced|bot-check|visitor-form)\.|text/zh-hk/forms\.`;
const OF_MEMBERS = String.raw`forms/(member-(form|fields)|email-|new-password|password-|after-press|normalize-input|form-drafts)|pages/(auth|account)/|text/zh-hk/(auth|account|verify-phone)\.`;

// Left alone the bundler makes forty files of the first page, most of a few hundred bytes. These are what a page loads at
// once: what never changes but with a dependency, what many pages have in common, and what a few have, by which they are.
// A group takes what its files import too, so the higher priority is the more common one. Priorities are whole numbers.
const CHUNKS = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 70 },
  // The root of every page.
  {
    name: 'shell',
    test: /\/app\/(root|cookies|storage-keys|paths|components\/shell\/|layouts\/blank-frame|pages\/errors\/(error-page|page-fault)|player\/(?!engine|channel-feed))/,
    priority: 60,
  },
  // Many pages are forms of members: what those share is no part of what everybody loads.
  {
    name: 'common',
    test: new RegExp(`/(app|shared)/(?!${FORMS}|${OF_MEMBERS})`),
    minShareCount: 6,
    priority: 50,
  },
  { name: 'forms', test: new RegExp(`/app/(${FORMS})`), minShareCount: 2, priority: 40 },
  {
    name: 'members',
    test: new RegExp(`/app/(${OF_MEMBERS})|/domain/(auth|forms|members)/|/domain/phones/phone-forms`),
    minShareCount: 2,
    priority: 30,
  },
  // What stands round every ordinary page: one file, as nobody loads a part of it.
  {
    name: 'frame',
    test: /\/app\/components\/frame\//,
    priority: 20,
  },
  {
    name: 'part',
    test: /\/(app|domain|shared)\//,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3_000,
    priority: 10,
  },
];

/** The bundler names a common chunk by all the pages that have it in common. */
const chunkFileNames = ({ name }: { name: string }) => `assets/${name.replace(/~.*/, '')}-[hash].js`;

// The server entry is an input of the SSR build, so pages, APIs and services share one module graph: one pool, one config.
export default defineConfig({
  plugins: [reactRouter()],
  css: {
    transformer: 'lightningcss',
    lightningcss: { cssModules: { pattern: '[hash]_[local]' } },
  },
  // One small stylesheet for the whole site: over HTTP/1 each further one is a round trip before the first paint.
  build: { cssMinify: 'lightningcss', assetsInlineLimit: 0, cssCodeSplit: false },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: CHUNKS }, chunkFileNames } } } },
    ssr: { build: { rollupOptions: { input: './server/main.ts' } } },
  },
  optimizeDeps: {
    include: ['react', 'react-dom', 'react-dom/client', 'react-router', 'react-router/dom', 'hls.js/light'],
  },
  server: { middlewareMode: true },
});
