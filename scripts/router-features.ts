import type { Plugin } from 'vite';

type Replacement = readonly [from: string, to: string];

/** What is replaced in the files of the pinned router, by their paths in its `dist/production/lib`. */
const REPLACED: Readonly<Record<string, readonly Replacement[]>> = {
  // All routes are known: `routeDiscovery` is `initial`.
  'dom/ssr/fog-of-war.js': [['!isFogOfWarEnabled(routeDiscovery, ssr)', 'true']],
  'dom/ssr/components.js': [
    ['isFogOfWarEnabled(routeDiscovery, ssr)', 'false'],
    // Only the server writes these scripts.
    ['staticContext ? `window', 'false ? `window'],
    ['!isStatic ? " " : ', 'true ? " " : '],
    // No route names another page to prefetch, and critical styles exist in development only.
    ['isPageLinkDescriptor(link) ? ', 'false ? '],
    ['typeof criticalCss === "string" ? ', 'false ? '],
    ['typeof criticalCss === "object" ? ', 'false ? '],
  ],
  'router/router.js': [
    ['init.patchRoutesOnNavigation', 'undefined'],
    ['if (isFogOfWar)', 'if (false)'],
    ['fogOfWar.active && fogOfWar.matches', 'false'],
    // Navigations are instrumented (`entry.client.tsx`), routes are not.
    ['if (init.instrumentations) {', 'if (false) {'],
    // Nothing blocks a navigation.
    ['if (blockerKey && delta != null) {', 'if (false) {'],
    ['if (blockerKey) {', 'if (false) {'],
    ['if (blockerFunctions.size === 0) return;', 'return;'],
    ['if (blockers.size > 0 && !isUninterruptedRevalidation) {', 'if (false) {'],
    // No navigation asks for a view transition.
    ['if (isBrowser) {\n\t\t\trestoreAppliedTransitions(', 'if (false) {\n\t\t\trestoreAppliedTransitions('],
    ['if (pendingAction === "POP" && !isUninterruptedRevalidation && location !== state.location) {', 'if (false) {'],
    ['} else if (pendingViewTransitionEnabled) {', '} else if (false) {'],
  ],
  'components.js': [
    ['if (!viewTransitionOpts || !isViewTransitionAvailable) {', 'if (true) {'],
    ['if (vtContext.isTransitioning && !vtContext.flushSync) ', 'if (false) '],
    ['if (renderDfd && pendingState && router.window) {', 'if (false) {'],
    ['if (renderDfd && pendingState && state.location.key === pendingState.location.key) ', 'if (false) '],
    ['if (!vtContext.isTransitioning && interruption) {', 'if (false) {'],
  ],
  // Links are plain and their presses delegated, so these components are dropped where nothing else refers to them.
  'dom/lib.js': [
    ['const Link = React$1.forwardRef(', 'const Link = /* @__PURE__ */ React$1.forwardRef('],
    ['\nLink.displayName = "Link";', ''],
    ['\nNavLink.displayName = "NavLink";', ''],
    ['const NavLink = React$1.forwardRef(', 'const NavLink = /* @__PURE__ */ React$1.forwardRef('],
  ],
  // Loaders and actions are the server's, middleware too. The root has a boundary of its own and is never without data.
  'dom/ssr/routes.js': [
    ['if (!routeModule.clientLoader) return', 'return'],
    ['if (!routeModule.clientAction) {', 'if (true) {'],
    ['loader: route.hasClientLoader ? ', 'loader: false ? '],
    ['action: route.hasClientAction ? ', 'action: false ? '],
    ['middleware: route.hasClientMiddleware ? ', 'middleware: false ? '],
    ['if (route.clientLoaderModule || route.clientActionModule) ', 'if (false) '],
    ['prefetchRouteModuleChunks(route);\n', '\n'],
    ['if (needsRevalidation) ', 'if (false) '],
    ['if (!ssr && ', 'if (false && '],
    [': route.id === "root" ? RemixRootDefaultHydrateFallback : ', ': '],
    [
      ': route.id === "root" ? () => /* @__PURE__ */ React$1.createElement(RemixRootDefaultErrorBoundary',
      ': false ? () => /* @__PURE__ */ React$1.createElement(RemixRootDefaultErrorBoundary',
    ],
  ],
  'dom-export/hydrated-router.js': [
    ['router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;', ''],
    ['if (ssrInfo.context.isSpaMode) {', 'if (false) {'],
  ],
  'dom/ssr/single-fetch.js': [
    ['if (!ssr && ', 'if (false && '],
    ['if (shouldAllowOptOut(m) && hasClientLoader) {', 'if (false) {'],
  ],
  // What is shown if the root's own boundary fails: no stack, and no advice to developers.
  'dom/ssr/errorBoundaries.js': [['errorInstance.stack), heyDeveloper)', 'errorInstance.message))']],
  // Advice to developers, which a development build gives.
  'router/history.js': [['function warning(', '/* @__NO_SIDE_EFFECTS__ */ function warning(']],
  'server-runtime/warnings.js': [['function warnOnce(', '/* @__NO_SIDE_EFFECTS__ */ function warnOnce(']],
};

const FILE = /react-router\/dist\/production\/lib\/(.*)$/;

/**
 * Drops features of the router that the site does not use from the pages' scripts: they depend on options that are
 * known when it is built. A router without these places, or these files, fails the build, so an upgrade cannot keep them
 * by accident.
 */
export function withoutUnusedRouterFeatures(): Plugin {
  const missing = new Set(Object.keys(REPLACED));
  return {
    name: 'unused-router-features',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: FILE },
      handler(code, id) {
        const file = FILE.exec(id)?.[1] ?? '';
        const replacements = REPLACED[file];
        if (replacements === undefined) return null;
        missing.delete(file);
        for (const [from] of replacements) if (!code.includes(from)) this.error(`${id} has no ${from}`);
        return { code: replacements.reduce((now, [from, to]) => now.replaceAll(from, to), code), map: null };
      },
    },
    buildEnd(fault) {
      if (fault === undefined && missing.size > 0) this.error(`the router has no ${[...missing].join(', ')}`);
    },
  };
}
