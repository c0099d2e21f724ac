import {
  lazy,
  startTransition,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type HTMLAttributes,
} from 'react';
import { isHydrated } from './is-hydrated.ts';

/** Keeps the server's HTML. One shared object: React would write a new one into the page. */
const AS_IT_STANDS = { __html: '' };

const wanted: Promise<unknown>[] = [];

/** The server renders synchronously: components of islands must be loaded before. */
export const islandsLoaded = () => Promise.all(wanted);

function isSame<P extends object>(a: P, b: P): boolean {
  return (Object.keys(b) as (keyof P)[]).every((key) => a[key] === b[key]);
}

/**
 * A static part of a page. In a document from the server its HTML stays untouched: the browser neither loads its
 * component nor hydrates it. The component is loaded when the content changes, and on client-side navigation. Presses
 * in it are handled by delegated listeners outside, like links.
 */
export function staticIsland<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Box: 'div' | 'ul' = 'div',
): ComponentType<P & { box?: HTMLAttributes<HTMLElement> }> {
  let Part: ComponentType<P> = lazy(async () => ({ default: await load() }));
  if (import.meta.env.SSR)
    wanted.push(
      load().then((loaded) => {
        Part = loaded;
      }),
    );
  // On client-side navigation, render once the component is loaded.
  else if (isHydrated()) void load().catch(() => undefined);

  return function StaticIsland({ box, ...rest }) {
    const props = rest as unknown as P;
    const [kept, setKept] = useState(() => (import.meta.env.SSR || isHydrated() ? null : props));
    if (kept !== null && !isSame(kept, props)) setKept(null);
    const place = useRef<HTMLElement>(null);
    // After a hydration mismatch, React rewrites the whole document.
    useLayoutEffect(() => {
      if (kept !== null && !place.current?.hasChildNodes()) startTransition(() => setKept(null));
    }, [kept]);
    const frame = { ...box, ...(Box === 'div' && { style: { display: 'contents' } }) };
    return kept === null ? (
      <Box key="drawn" {...frame}>
        <Part {...props} />
      </Box>
    ) : (
      <Box
        key="kept"
        {...frame}
        ref={(element: HTMLElement | null) => void (place.current = element)}
        suppressHydrationWarning
        dangerouslySetInnerHTML={AS_IT_STANDS}
      />
    );
  };
}
