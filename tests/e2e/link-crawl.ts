import { Parser } from 'htmlparser2';

/** Links of a page within the site, and its anchors. */
export interface PageLinks {
  /** Path and query, without the fragment. */
  targets: string[];
  /** Links to an anchor of this page or another. */
  places: { target: string; id: string }[];
  ids: Set<string>;
}

/** Attributes with a URL that the browser fetches or navigates to. */
const ADDRESSES: Record<string, readonly string[]> = {
  a: ['href'],
  link: ['href', 'imagesrcset'],
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  script: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  iframe: ['src'],
  use: ['href'],
  form: ['action'],
};

const ofSet = (value: string) => value.split(',').map((part) => part.trim().split(/\s+/)[0] ?? '');

/** The internal links of a page, in document order. */
export function linksOf(html: string, pageUrl: string): PageLinks {
  const { origin } = new URL(pageUrl);
  const targets = new Set<string>();
  const places = new Map<string, { target: string; id: string }>();
  const ids = new Set<string>();
  const add = (value: string) => {
    const url = URL.parse(value, pageUrl);
    if (url?.origin !== origin) return;
    const target = url.pathname + url.search;
    targets.add(target);
    // Fragments within SVG files are ignored.
    const id = decodeURIComponent(url.hash.slice(1));
    if (id && !url.pathname.endsWith('.svg')) places.set(target + url.hash, { target, id });
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (attributes.id) ids.add(attributes.id);
      // POST forms are covered by their own tests.
      if (name === 'form' && attributes.method?.toLowerCase() === 'post') return;
      if (name === 'link' && /preconnect|dns-prefetch/.test(attributes.rel ?? '')) return;
      for (const key of ADDRESSES[name] ?? []) {
        const value = attributes[key];
        if (value !== undefined) (key.endsWith('srcset') ? ofSet(value) : [value]).forEach(add);
      }
      if (name === 'meta' && /^(og:(image|url)|twitter:image)$/.test(attributes.property ?? attributes.name ?? ''))
        add(attributes.content ?? '');
    },
  });
  parser.end(html);
  return { targets: [...targets], places: [...places.values()], ids };
}

/**
 * URLs of one shape are served by the same code: numbers, the name after a number, and query values are ignored.
 * Pictures are distinguished by name, because each may be missing individually.
 */
export function shapeOf(target: string): string {
  const { pathname, searchParams } = new URL(target, 'http://x');
  if (pathname.startsWith('/pictures/')) return pathname.split('/').slice(0, 3).join('/');
  if (pathname.startsWith('/assets/')) return pathname;
  const path = pathname.replace(/\/\d+(\/.*|(?=\.)|$)/, '/:n');
  return `${path}?${[...searchParams.keys()].toSorted().join('&')}`;
}

/** The first `count` of each shape, in order. */
export function someOfEach(targets: Iterable<string>, count: (shape: string) => number): string[] {
  const taken = new Map<string, number>();
  return [...targets].filter((target) => {
    const shape = shapeOf(target);
    const before = taken.get(shape) ?? 0;
    taken.set(shape, before + 1);
    return before < count(shape);
  });
}

/** Runs work for each item with limited concurrency; results in order. */
export async function each<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
