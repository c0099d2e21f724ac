import { readFile } from 'node:fs/promises';
import { transform } from 'lightningcss';
import type { Plugin } from 'vite';

/** Class names are unique by the hash of their file. */
export const CSS_MODULES = { pattern: '[hash]_[local]' };

const NAMES = '.class-names.js';
/** Not named like a CSS module, so that it is bundled as the plain style sheet that it is. */
const SHEET = '.class-sheet.css';

/** Compiles one CSS module, as the server's build does: both must find the same names. */
async function compile(file: string, projectRoot: string) {
  const { code, exports } = transform({
    filename: file,
    projectRoot,
    code: await readFile(file),
    cssModules: CSS_MODULES,
  });
  const names = Object.entries(exports ?? {}).map(([local, { name, composes }]) => {
    if (composes.length > 0) throw new Error(`${file}: \`composes\` is not supported`);
    return [local, name] as const;
  });
  return { css: code.toString(), names: names.toSorted(([a], [b]) => (a < b ? -1 : 1)) };
}

const fileOf = (id: string) => id.replace(NAMES, '.module.css').replace(SHEET, '.module.css');

/**
 * Splits each CSS module into its style sheet and its class names as constants, which the bundler inlines. Otherwise every
 * page loads tables of names, most of them of what is not on it.
 */
export function classNamesAsConstants(): Plugin {
  let root = '';
  return {
    name: 'class-names-as-constants',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved: (config) => {
      root = config.root;
    },
    resolveId: {
      filter: { id: /\.(module|class-sheet)\.css$/ },
      async handler(source, importer) {
        if (source.endsWith(SHEET)) return source;
        const found = await this.resolve(source, importer, { skipSelf: true });
        return found && found.id.replace('.module.css', NAMES);
      },
    },
    load: {
      filter: { id: /\.class-(sheet\.css|names\.js)$/ },
      async handler(id) {
        const file = fileOf(id);
        this.addWatchFile(file);
        const { css, names } = await compile(file, root);
        if (id.endsWith(SHEET)) return { code: css, moduleType: 'css' };
        // A class may be named like a word of the language, such as `switch`.
        const constants = names.map(([, name], at) => `const c${at} = ${JSON.stringify(name)};`);
        const exported = names.map(([local], at) => `c${at} as ${JSON.stringify(local)}`);
        const sheet = JSON.stringify(id.replace(NAMES, SHEET));
        const lines = [`import ${sheet};`, ...constants, `export { ${exported.join(', ')} };`];
        return { code: lines.join('\n'), moduleType: 'js' };
      },
    },
    /** Constants that were inlined everywhere leave nothing but sheets, which the bundler links without a script. */
    renderChunk(_code, { exports, modules }) {
      const isSheets =
        exports.length === 0 && Object.keys(modules).every((id) => id.endsWith(NAMES) || id.endsWith('.css'));
      return isSheets ? { code: '', map: null } : null;
    },
    transform: {
      filter: { id: /\/app\/.*\.tsx?$/, code: '.module.css' },
      handler: (code) => code.replaceAll(/^import (\w+) from ('[^']+\.module\.css';)/gm, 'import * as $1 from $2'),
    },
  };
}
