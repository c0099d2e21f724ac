import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

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
    ssr: { build: { rollupOptions: { input: './server/main.ts' } } },
  },
  optimizeDeps: {
    include: ['react', 'react-dom', 'react-dom/client', 'react-router', 'react-router/dom', 'hls.js/light'],
  },
  server: { middlewareMode: true },
});
