import type { Plugin } from 'vite';

/** Files of the pinned router, with what is replaced in them. */
const UNUSED: readonly (readonly [file: RegExp, replacements: readonly (readonly [from: string, to: string])[]])[] = [
  // All routes are known: `routeDiscovery` is `initial`.
  [
    /react-router\/dist\/production\/lib\/dom\/ssr\/fog-of-war\.js$/,
    [['!isFogOfWarEnabled(routeDiscovery, ssr)', 'true']],
  ],
  [
    /react-router\/dist\/production\/lib\/dom\/ssr\/components\.js$/,
    [['isFogOfWarEnabled(routeDiscovery, ssr)', 'false']],
  ],
  [
    /react-router\/dist\/production\/lib\/router\/router\.js$/,
    [
      ['init.patchRoutesOnNavigation', 'undefined'],
      ['if (isFogOfWar)', 'if (false)'],
      ['fogOfWar.active && fogOfWar.matches', 'false'],
      // Navigations are instrumented (`entry.client.tsx`), routes are not.
      ['if (init.instrumentations) {', 'if (false) {'],
    ],
  ],
];

/**
 * Drops features of the router that the site does not use from the pages' scripts: they depend on options that are
 * known when it is built. A router without these places fails the build, so an upgrade cannot keep them by accident.
 */
export function withoutUnusedRouterFeatures(): Plugin {
  return {
    name: 'unused-router-features',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: UNUSED.map(([file]) => file) },
      handler(code, id) {
        const replacements = UNUSED.find(([file]) => file.test(id))?.[1] ?? [];
        for (const [from] of replacements) if (!code.includes(from)) this.error(`${id} has no ${from}`);
        const body = (text: string) => replacements.reduce((now, [from, to]) => now.replaceAll(from, to), text);
        return { code: body(code), map: null };
      },
    },
  };
}
