import {
  lazy,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type HTMLAttributes,
} from 'react';
import { useLocation } from 'react-router';
import { hasSame } from './has-same.ts';
import { isHydrated } from './is-hydrated.ts';

/** Keeps the server's HTML. One shared object: React would write a new one into the page. */
const AS_IT_STANDS = { __html: '' };

const wanted: Promise<unknown>[] = [];

/** The server renders synchronously: components of islands must be loaded before. */
export const islandsLoaded = () => Promise.all(wanted);

/** What a visitor has in HTML that is replaced: the focused element, as child indexes, and how far it was scrolled. */
interface Held {
  focus: number[] | null;
  scrollLeft: number;
}

function heldOf(box: HTMLElement): Held {
  const { activeElement } = document;
  // Reading it computes the layout; a box that is no list does not scroll.
  const scrollLeft = box instanceof HTMLDivElement ? 0 : box.scrollLeft;
  if (activeElement === null || activeElement === box || !box.contains(activeElement))
    return { focus: null, scrollLeft };
  const focus: number[] = [];
  for (let at: Element = activeElement; at !== box && at.parentElement; at = at.parentElement)
    focus.unshift([...at.parentElement.children].indexOf(at));
  return { focus, scrollLeft };
}

function giveBack(box: HTMLElement, { focus, scrollLeft }: Held): void {
  if (scrollLeft > 0) box.scrollLeft = scrollLeft;
  const found = focus?.reduce<Element | undefined>((at, index) => at?.children[index], box);
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
}

/** Resets of components whose code failed to load, since `lazy` never retries. */
const failures = new Set<() => void>();

/**
 * Lets the next navigation retry code that failed to load. Called once the error view is shown, not earlier: React
 * renders a failed component a second time before it gives up.
 */
export function forgetFailedIslands(): void {
  for (const reset of failures) reset();
  failures.clear();
}

type Box = 'div' | 'ul' | 'ol';
type Island<P> = ComponentType<P & { box?: HTMLAttributes<HTMLElement> }>;

/**
 * A static part of a page. In a document from the server its HTML stays untouched: the browser does not hydrate it. The
 * component is rendered when its props change, and on client-side navigation. Presses in it are handled by delegated
 * listeners outside, like links, or by `box.onClick`.
 *
 * Its props must be coarse: a change replaces the HTML, with the focus and the sideways scroll that it had.
 */
export function unhydrated<P extends object>(Part: ComponentType<P>, box: Box = 'div'): Island<P> {
  return islandOf(() => Part, null, box);
}

/**
 * The same, and the browser does not load its component until it is rendered. A navigation waits for it in its
 * transition, and fails without it. New data of the same page are shown once it is there; until then, also without
 * network or after a deployment, the HTML stays as it was.
 */
export function staticIsland<P extends object>(load: () => Promise<ComponentType<P>>, box: Box = 'div'): Island<P> {
  let Part: ComponentType<P>;
  const reset = () => {
    Part = lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        failures.add(reset);
        throw error;
      }
    });
  };
  reset();
  if (import.meta.env.SSR)
    wanted.push(
      load().then((loaded) => {
        Part = loaded;
      }),
    );
  // On client-side navigation, render once the component is loaded.
  else if (isHydrated()) void load().catch(() => undefined);
  return islandOf(() => Part, load, box);
}

/** `load`: loads the component, unless it came with the page. */
function islandOf<P extends object>(
  part: () => ComponentType<P>,
  load: (() => Promise<unknown>) | null,
  Box: Box,
): Island<P> {
  return function StaticIsland({ box, ...rest }) {
    const Part = part();
    const props = rest as unknown as P;
    const [kept, setKept] = useState(() => (import.meta.env.SSR || isHydrated() ? null : props));
    const isNew = kept !== null && !hasSame(kept, props);
    const { pathname, search } = useLocation();
    // A link to a part of the page leads to no other page.
    const address = pathname + search;
    const shownAt = useRef(address);
    const asked = useRef(props);
    if (isNew && (load === null || shownAt.current !== address)) setKept(null);
    useEffect(() => {
      shownAt.current = address;
      // Once for the same data: a page that ticks would ask every second for code that a deployment removed.
      if (!isNew || load === null || hasSame(asked.current, props)) return;
      asked.current = props;
      load()
        .then(() => startTransition(() => setKept(null)))
        .catch(() => undefined);
    });
    const place = useRef<HTMLElement>(null);
    const drawn = useRef<HTMLElement>(null);
    const held = useRef<Held | null>(null);
    const isDrawn = useRef(false);
    isDrawn.current = kept === null;
    // Called when the HTML is removed, not with each render as a new function would be.
    const keptPlace = useCallback((element: HTMLElement | null) => {
      if (element === null && place.current && isDrawn.current) held.current = heldOf(place.current);
      place.current = element;
    }, []);
    useLayoutEffect(() => {
      // After a hydration mismatch, React rewrites the whole document.
      if (kept !== null && !place.current?.hasChildNodes()) startTransition(() => setKept(null));
      if (kept !== null || held.current === null || drawn.current === null) return;
      giveBack(drawn.current, held.current);
      held.current = null;
    }, [kept]);
    const frame = { ...box, ...(Box === 'div' && !box?.className && { style: { display: 'contents' } }) };
    return kept === null ? (
      <Box key="drawn" {...frame} ref={(element: HTMLElement | null) => void (drawn.current = element)}>
        <Part {...props} />
      </Box>
    ) : (
      <Box key="kept" {...frame} ref={keptPlace} suppressHydrationWarning dangerouslySetInnerHTML={AS_IT_STANDS} />
    );
  };
}
