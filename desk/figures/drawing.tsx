import { useEffect, useId, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { figuresText } from '#app/text/zh-hk/desk-figures.ts';
import type { ChannelId } from '#shared/enums.ts';
import styles from './figures.module.css';

const text = figuresText.drawing;
const HEIGHT = 260;
/** Lines differ not by colour alone. */
const DASHES = [[], [8, 4], [2, 4], [12, 3, 2, 3], [4, 4], [1, 2]];

export interface Line {
  name: string;
  values: readonly number[];
  /** Sets its colour; null: that of text. */
  channel: ChannelId | null;
  dash: number;
  /** Of the comparison day. */
  isOther: boolean;
}

const dashOf = (dash: number): number[] => DASHES[dash % DASHES.length] ?? [];

/** Draws into an element. Colours are read from the legend, so that they are the tokens of the page. */
function draw(
  box: HTMLElement,
  legend: HTMLElement,
  {
    lines,
    hidden,
    xText,
    yText,
    steps,
  }: Pick<DrawingProps, 'lines' | 'xText' | 'yText' | 'steps'> & { hidden: ReadonlySet<number> },
  onCursor: (place: number) => void,
): uPlot {
  const swatches = [...legend.querySelectorAll('[data-swatch]')];
  const page = getComputedStyle(box);
  const axis = {
    stroke: page.color,
    font: `13px ${page.fontFamily}`,
    grid: { stroke: page.borderTopColor, width: 1 },
    ticks: { stroke: page.borderTopColor, width: 1 },
  };
  const length = Math.max(0, ...lines.map(({ values }) => values.length));
  return new uPlot(
    {
      width: box.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false },
      scales: { x: { time: false }, y: { range: (_u, _min, max) => [0, Math.max(1, max * 1.05)] } },
      axes: [
        { ...axis, incrs: steps, values: (_u, places) => places.map(xText) },
        { ...axis, size: 64, values: (_u, values) => values.map(yText) },
      ],
      series: [
        {},
        ...lines.map(({ name, dash, isOther }, i) => ({
          label: name,
          show: !hidden.has(i),
          stroke: getComputedStyle(swatches[i]!).color,
          width: isOther ? 1 : 2,
          dash: dashOf(dash),
          points: { show: false },
        })),
      ],
      hooks: { setCursor: [({ cursor: { idx } }) => idx !== null && idx !== undefined && onCursor(idx)] },
    },
    [Array.from({ length }, (_, i) => i), ...lines.map(({ values }) => [...values])],
    box,
  );
}

interface DrawingProps {
  /** What is drawn, and where its table is. */
  label: string;
  lines: readonly Line[];
  /** Label of an axis position. */
  xText: (place: number) => string;
  yText: (value: number) => string;
  /** Distances between labels of the axis, from which the one that fits is taken. */
  steps: number[];
}

/** Lines over a common axis. A slider reads the values at each position, without a mouse; boxes hide lines. */
export function Drawing({ label, lines, xText, yText, steps }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [place, setPlace] = useState(0);
  const slider = useId();
  const length = Math.max(1, ...lines.map(({ values }) => values.length));
  const at = Math.min(place, length - 1);
  useEffect(() => {
    const [element, names] = [box.current, legend.current];
    if (element === null || names === null) return;
    const drawn = draw(element, names, { lines, hidden, xText, yText, steps }, setPlace);
    plot.current = drawn;
    const sized = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }));
    sized.observe(element);
    return () => {
      sized.disconnect();
      drawn.destroy();
    };
  }, [lines, hidden, xText, yText, steps]);
  const move = (to: number) => {
    setPlace(to);
    plot.current?.setCursor({ left: plot.current.valToPos(to, 'x'), top: 0 });
  };
  const toggle = (i: number) =>
    setHidden((former) => (former.has(i) ? new Set([...former].filter((one) => one !== i)) : new Set([...former, i])));
  return (
    <figure className={styles.drawing}>
      <div ref={box} className={styles.canvas} role="img" aria-label={label} />
      <figcaption>
        <ul ref={legend} className={styles.legend} aria-label={text.show}>
          {lines.map(({ name, channel, dash, isOther, values }, i) => (
            <li key={name} data-channel={channel ?? undefined}>
              <label>
                <input type="checkbox" checked={!hidden.has(i)} onChange={() => toggle(i)} />
                <svg viewBox="0 0 40 8" aria-hidden="true" data-swatch>
                  <line
                    x1="0"
                    x2="40"
                    y1="4"
                    y2="4"
                    stroke="currentColor"
                    strokeWidth={isOther ? 1 : 2.5}
                    strokeDasharray={dashOf(dash).join(' ')}
                  />
                </svg>
                <span>{text.value(name, yText(values[at] ?? 0))}</span>
              </label>
            </li>
          ))}
        </ul>
        <p className={styles.cursor}>
          <label htmlFor={slider}>{text.cursor}</label>
          <input
            id={slider}
            type="range"
            min={0}
            max={length - 1}
            value={at}
            aria-valuetext={[
              xText(at),
              ...lines.map(({ name, values }) => text.value(name, yText(values[at] ?? 0))),
            ].join('，')}
            onChange={({ target }) => move(Number(target.value))}
          />
          <output htmlFor={slider}>{xText(at)}</output>
        </p>
      </figcaption>
    </figure>
  );
}
