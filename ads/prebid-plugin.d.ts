declare module 'prebid.js/customize/rollupPlugin' {
  import type { Plugin } from 'vite';

  /** How Prebid is built: the package has no types for this. */
  export default function prebidBuildOptions(options: {
    globalVarName?: string;
    defineGlobal?: boolean;
    distUrlBase?: string;
  }): Plugin;
}
