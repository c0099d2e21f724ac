import { defineConfig } from 'vite';

/** The desk: one document with its own scripts, served by server/desk. JSX is compiled by the bundler. */
export default defineConfig({
  root: 'desk',
  publicDir: false,
  build: {
    emptyOutDir: true,
    // A sprite that is inlined is of another origin, and browsers draw nothing of it.
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:8].js',
        chunkFileNames: 'assets/[name]-[hash:8].js',
        assetFileNames: 'assets/[name]-[hash:8][extname]',
      },
    },
  },
});
