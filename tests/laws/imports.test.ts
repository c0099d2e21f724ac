import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// Folders only help while dependencies between them are enforced: two of the codebases we learned from lost their
// structure to free imports. The table is in ARCHITECTURE.md.

const TESTS = /\.test\.tsx?$|^tests\/|^benches\/|^scripts\//;

interface Import {
  file: string;
  line: number;
  from: string;
  isType: boolean;
}

/** Every import of ours, as a path from the root. */
function imports(): Import[] {
  return files(/^(ads|app|db|desk|domain|sandbox|server|shared)\/.*\.tsx?$/)
    .filter((file) => !TESTS.test(file))
    .flatMap((file) =>
      withoutComments(read(file))
        .split('\n')
        .flatMap((text, i) => {
          const from = /\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/.exec(text);
          const path = from?.[1] ?? from?.[2] ?? from?.[3];
          if (!path) return [];
          const resolved = path.startsWith('#')
            ? path.slice(1)
            : path.startsWith('.')
              ? new URL(path, `file:///${file}`).pathname.slice(1)
              : null;
          return resolved
            ? [{ file, line: i + 1, from: resolved, isType: /^\s*(import|export) type\b/.test(text) }]
            : [];
        }),
    );
}

function arrows(): Map<string, Set<string>> {
  const block = /```arrows\n([\s\S]*?)```/.exec(read('ARCHITECTURE.md'))?.[1] ?? '';
  return new Map(
    block
      .trim()
      .split('\n')
      .map((line) => {
        const [from = '', to = ''] = line.split('->');
        return [from.trim(), new Set(to.split(',').map((m) => m.trim()))];
      }),
  );
}

const moduleOf = (path: string) => /^domain\/([^/]+)\//.exec(path)?.[1];
const isShape = (path: string) => /\.(rules|schema)\.ts$/.test(path);

/** The doors listed in a module's README. */
function namedDoors(module: string): string[] {
  const line = /^- \*\*Doors?\*\*:.*$/m.exec(read(`domain/${module}/README.md`))?.[0] ?? '';
  return [...line.matchAll(/`((?:[a-z-]+\/)?[a-z-]+\.ts)`/g)].map(([, name = '']) => `domain/${module}/${name}`);
}

const modules = [...new Set(files(/^domain\/[^/]+\//).flatMap((file) => moduleOf(file) ?? []))];
/** A door is the file named like its folder, plus those listed in the README. */
const doors = new Set(modules.flatMap((module) => [`domain/${module}/${module}.ts`, ...namedDoors(module)]));
const isDoor = (path: string) => doors.has(path);
const inside = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));

function allowed({ file, from }: Import, may: Map<string, Set<string>>): boolean {
  if (inside(file, 'shared')) return inside(from, 'shared');
  if (inside(file, 'db/seed')) return inside(from, 'db', 'shared', 'fixtures');
  if (inside(file, 'db')) return inside(from, 'db', 'shared');
  if (inside(file, 'sandbox')) return inside(from, 'sandbox', 'shared');
  if (inside(file, 'ads')) return inside(from, 'ads', 'shared') || from.endsWith('.rules.ts');
  // As a browser file of app/.
  if (inside(file, 'desk'))
    return (inside(from, 'desk', 'app', 'shared') && !/\.server\.tsx?$/.test(from)) || isShape(from);
  if (inside(file, 'domain')) {
    if (isShape(file)) return inside(from, 'shared') || isShape(from);
    if (inside(from, 'db', 'shared') || isShape(from)) return true;
    const mine = moduleOf(file);
    const theirs = moduleOf(from);
    return theirs !== undefined && (mine === theirs || (isDoor(from) && (may.get(mine ?? '')?.has(theirs) ?? false)));
  }
  if (inside(file, 'app/ui')) return inside(from, 'app/ui', 'shared');
  if (inside(file, 'app')) {
    if (/\.server\.tsx?$/.test(file)) return inside(from, 'app', 'shared', 'db') || isDoor(from) || isShape(from);
    return inside(from, 'app', 'shared') || isShape(from);
  }
  if (from.endsWith('.personal.ts')) return file === 'server/services/accounts/personal-tables.ts';
  if (from.endsWith('.mail.ts')) return file === 'server/desk/mail-samples.words.ts';
  if (inside(from, 'domain')) return isDoor(from) || isShape(from) || /\.(api|actions|jobs|types)\.ts$/.test(from);
  return (
    inside(from, 'server', 'db', 'shared', 'sandbox') ||
    from === 'fixtures/staff.ts' ||
    from === 'app/context.server.ts' ||
    from === 'app/cookies.ts'
  );
}

it('imports only what the law of the house lets each folder have', () => {
  const may = arrows();
  const broken = imports().filter((i) => !allowed(i, may));
  expect(broken.map((i) => `${i.file}:${i.line} may not import ${i.from}`)).toEqual([]);
});

it('has no arrow in ARCHITECTURE.md that nobody uses', () => {
  const used = new Set(
    imports().flatMap((i) =>
      moduleOf(i.file) && moduleOf(i.from) && moduleOf(i.file) !== moduleOf(i.from)
        ? [`${moduleOf(i.file)} -> ${moduleOf(i.from)}`]
        : [],
    ),
  );
  const unused = [...arrows()]
    .flatMap(([from, to]) => [...to].map((t) => `${from} -> ${t}`))
    .filter((arrow) => !used.has(arrow));
  expect(unused).toEqual([]);
});

it('names only doors that are there and that somebody outside goes through', () => {
  const entered = new Set(imports().flatMap(({ file, from }) => (moduleOf(file) === moduleOf(from) ? [] : [from])));
  expect(modules.flatMap(namedDoors).filter((door) => !entered.has(door))).toEqual([]);
});

it('has no modules that point at one another in a circle', () => {
  const to = new Map<string, Set<string>>(modules.map((module) => [module, new Set()]));
  for (const { file, from } of imports()) {
    const [mine, theirs] = [moduleOf(file), moduleOf(from)];
    if (mine && theirs && mine !== theirs) to.get(mine)?.add(theirs);
  }
  // Repeatedly removes modules without remaining dependencies; what is left are cycles.
  for (let before = Number.POSITIVE_INFINITY; to.size < before;) {
    before = to.size;
    for (const [module, others] of to) if ([...others].every((other) => !to.has(other))) to.delete(module);
  }
  expect([...to].map(([module, others]) => `${module} -> ${[...others].join(', ')}`)).toEqual([]);
});

it('gives the browser no server file: only loaders and headers are re-exported from one', () => {
  const wrong = imports().filter(
    (i) =>
      inside(i.file, 'app') &&
      !/\.server\.tsx?$/.test(i.file) &&
      i.from.endsWith('.server.ts') &&
      !i.isType &&
      !/^(export)/.test(read(i.file).split('\n')[i.line - 1] ?? ''),
  );
  expect(wrong.map((i) => `${i.file}:${i.line} imports ${i.from}`)).toEqual([]);
});

/** Groups of files that import each other, directly or by way of others (Tarjan's strongly connected components). */
function circles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    let low = order.get(file)!;
    stack.push(file);
    for (const next of edges.get(file) ?? [])
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next)!);
    if (low === order.get(file)) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) found.push(group.toSorted());
    }
    return low;
  };
  for (const file of edges.keys()) if (!order.has(file)) visit(file);
  return found;
}

it('has no files that import each other in a circle, types and lazy imports counted', () => {
  const edges = Map.groupBy(imports(), ({ file }) => file);
  const graph = new Map([...edges].map(([file, all]) => [file, new Set(all.map(({ from }) => from))]));
  expect(circles(graph)).toEqual([]);
});

/** Arguments of the call whose opening bracket ends before `at`; commas within brackets divide nothing. */
function argumentsAt(code: string, at: number): number {
  let count = 1;
  for (let i = at, depth = 1; depth > 0 && i < code.length; i++) {
    const char = code[i]!;
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    else if (char === ',' && depth === 1 && !/^\s*\)/.test(code.slice(i + 1))) count += 1;
  }
  return count;
}

// The bundler loads the styles of a module first, and runs the callback of the first `then` once they are loaded: a
// handler in it is not called if they fail to load.
it('hears that a module cannot be loaded by `catch`, not by the second argument of `then`', () => {
  const deaf = files(/^(ads|app|desk)\/.*\.tsx?$/)
    .filter((file) => !TESTS.test(file))
    .flatMap((file) => {
      const code = withoutComments(read(file));
      return [...code.matchAll(/\bimport\(\s*'[^']+',?\s*\)\s*\.then\(/g)]
        .filter((match) => argumentsAt(code, match.index + match[0].length) > 1)
        .map(() => file);
    });
  expect(deaf).toEqual([]);
});
