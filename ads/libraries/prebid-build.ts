export { default as prebidBuildOptions } from 'prebid.js/customize/rollupPlugin';
