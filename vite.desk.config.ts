import { defineConfig } from 'vite';

/** The desk: one document with its own scripts, served by server/desk. JSX is compiled by the bundler. */
export default defineConfig({
  root: 'desk',
  publicDir: false,
  build: {
    outDir: '../build/desk',
    emptyOutDir: true,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:8].js',
        chunkFileNames: 'assets/[name]-[hash:8].js',
        assetFileNames: 'assets/[name]-[hash:8][extname]',
      },
    },
  },
});
