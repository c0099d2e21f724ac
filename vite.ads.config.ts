import { existsSync } from 'node:fs';
import { defineConfig } from 'vite';
import { prebidBuildOptions } from './ads/libraries/prebid-build.ts';

/** The frames of the advertising origin, each with a script of its own (server/ads serves them). */
const ENTRIES = ['bidding', 'slot', 'creative', 'search', 'video'].filter((name) => existsSync(`ads/${name}/main.ts`));

export default defineConfig({
  publicDir: false,
  // No global that creatives could use, and nothing fetched from the CDN of Prebid for optional parts.
  plugins: [prebidBuildOptions({ globalVarName: 'airwaveBids', defineGlobal: false, distUrlBase: '/assets/' })],
  build: {
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: false,
    rollupOptions: {
      input: Object.fromEntries(ENTRIES.map((name) => [name, `ads/${name}/main.ts`])),
      output: { entryFileNames: 'assets/[name]-[hash:8].js', chunkFileNames: 'assets/[name]-[hash:8].js' },
    },
  },
});
