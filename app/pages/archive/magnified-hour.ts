import { useRef, type FocusEvent, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { hasNarrowHours, hourAt } from './lane-scale.ts';

/** A narrower target is first magnified by a finger, then pressed. */
const TARGET_PX = 24;

const near = Symbol('hour');
type Lanes = HTMLElement & { [near]?: number | null };

/**
 * Shows an hour of the lanes magnified. Blocks read these properties (`lanes.module.css`), so nothing is rerendered,
 * and they move by transforms, so nothing shifts.
 */
function magnify(lanes: Lanes, hour: number | null, hours: number): void {
  if ((lanes[near] ?? null) === hour) return;
  lanes[near] = hour;
  const values =
    hour === null
      ? { '--hour': '', '--near-from': '', '--near-to': '', '--rest-scale': '', '--near-scale': '' }
      : {
          '--hour': 'var(--magnified)',
          '--near-from': String(hour / hours),
          '--near-to': String((hour + 1) / hours),
          '--rest-scale': String(hours / (hours - 1)),
          '--near-scale': String(hours),
        };
  for (const [name, value] of Object.entries(values)) lanes.style.setProperty(name, value);
}

/** The hour under the pointer or the focus is magnified, so that programmes of five minutes can be pressed. */
export function useMagnifiedHour(hours: number): {
  ref: RefObject<HTMLDivElement | null>;
  onPointerMove: (event: PointerEvent) => void;
  onPointerDown: (event: PointerEvent) => void;
  onPointerLeave: (event: PointerEvent) => void;
  onClickCapture: (event: MouseEvent) => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const isFirstTouch = useRef(false);
  const showHourOf = (list: Element, clientX: number) => {
    const { left, width } = list.getBoundingClientRect();
    const lanes: Lanes | null = ref.current;
    if (lanes === null || !hasNarrowHours(width, hours)) return;
    magnify(lanes, hourAt(clientX - left, { width, hours, near: lanes[near] ?? null }), hours);
  };
  const clear = () => ref.current && magnify(ref.current, null, hours);
  return {
    ref,
    onPointerMove({ target, pointerType, clientX, clientY }) {
      if (pointerType === 'touch' || !(target instanceof Element)) return;
      const list = target.closest('ol');
      if (list) return showHourOf(list, clientX);
      // Above the lanes is the needle, whose scale is even. Between two lanes nothing changes.
      const first = ref.current?.querySelector('ol');
      if (first && clientY < first.getBoundingClientRect().top) clear();
    },
    onPointerDown({ target, pointerType, clientX }) {
      const block = pointerType === 'touch' && target instanceof Element ? target.closest('ol > li') : null;
      isFirstTouch.current = block !== null && block.getBoundingClientRect().width < TARGET_PX;
      if (block?.parentElement && isFirstTouch.current) showHourOf(block.parentElement, clientX);
    },
    onPointerLeave: ({ pointerType }) => {
      if (pointerType !== 'touch') clear();
    },
    onClickCapture(event) {
      if (!isFirstTouch.current) return;
      isFirstTouch.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onFocus({ target }) {
      const block = target.matches(':focus-visible') ? target.closest<HTMLElement>('ol > li') : null;
      const list = block?.parentElement;
      if (!block || !list || !ref.current || !hasNarrowHours(list.clientWidth, hours)) return;
      const share = Number(block.style.getPropertyValue('--at'));
      magnify(ref.current, Math.min(Math.floor(share * hours + 1e-6), hours - 1), hours);
    },
    onBlur({ relatedTarget }) {
      if (!(relatedTarget instanceof Node) || !ref.current?.contains(relatedTarget)) clear();
    },
  };
}
