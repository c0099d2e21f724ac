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

/** The server's HTML is left as it stands. One object for ever: React would write another one into the page. */
const AS_IT_STANDS = { __html: '' };

const wanted: Promise<unknown>[] = [];

/** The server renders in one go: what its islands are made of must be there before. */
export const islandsLoaded = () => Promise.all(wanted);

function isSame<P extends object>(a: P, b: P): boolean {
  return (Object.keys(b) as (keyof P)[]).every((key) => a[key] === b[key]);
}

/**
 * A part of a page that only shows and links. In a document of the server's its HTML is left alone: the browser neither
 * loads the scripts that made it nor goes through it again. They come when it is to show something else, and with a page
 * that is navigated to. What is pressed in it is heard by whoever listens outside, as links are.
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
  // A page that is navigated to is drawn when its parts are there.
  else if (isHydrated()) void load().catch(() => undefined);

  return function StaticIsland({ box, ...rest }) {
    const props = rest as unknown as P;
    const [kept, setKept] = useState(() => (import.meta.env.SSR || isHydrated() ? null : props));
    if (kept !== null && !isSame(kept, props)) setKept(null);
    const place = useRef<HTMLElement>(null);
    // React writes the whole document anew where the server's was not what it expected.
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
