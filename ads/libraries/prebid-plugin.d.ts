declare module 'prebid.js/customize/rollupPlugin' {
  import type { Plugin } from 'vite';

  /** Prebid's build options. The package has no types for them. */
  export default function prebidBuildOptions(options: {
    globalVarName?: string;
    defineGlobal?: boolean;
    distUrlBase?: string;
  }): Plugin;
}
