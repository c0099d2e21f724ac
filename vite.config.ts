import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

// Left alone the bundler makes forty files of the first page, most of a few hundred bytes. These are what a page loads at
// once: what never changes but with a dependency, what many pages have in common, and what a few have, by which they are.
const CHUNKS = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 3 },
  { name: 'common', test: /\/(app|shared)\//, minShareCount: 6, priority: 2 },
  // The root of every page, and the frame of every ordinary one: one file each, as nobody loads a part of them.
  {
    name: 'shell',
    test: /\/app\/(root|cookies|storage-keys|paths|components\/(navigation-rules|dialogs)|layouts\/blank-frame|pages\/errors\/error-page|player\/(?!engine|channel-feed))/,
    priority: 2.5,
  },
  {
    name: 'frame',
    test: /\/app\/components\/(member-state|masthead|live-deck|top-nav|menu|search-field|use-suggestions|use-deck|deck-data|deck-state|site-footer|floating|app-banner|archive-offer|dialog-host|app-store)\./,
    priority: 1.5,
  },
  {
    name: 'part',
    test: /\/(app|domain|shared)\//,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3_000,
    priority: 1,
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
