import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './beside.module.css';

export interface BesideTab {
  key: string;
  words: string;
  /** Number of its entries; null: not counted. */
  count: number | null;
  panel: (isOpen: boolean) => ReactNode;
}

const STEPS: Readonly<Record<string, (at: number, many: number) => number>> = {
  ArrowLeft: (at, many) => (at + many - 1) % many,
  ArrowRight: (at, many) => (at + 1) % many,
  Home: () => 0,
  End: (_, many) => many - 1,
};

/**
 * Content beside a film, one part at a time. All parts are in the document: without scripts they are shown one below
 * another, with headings in place of the tabs.
 */
export function BesideTabs({ label, tabs }: { label: string; tabs: readonly BesideTab[] }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(
    0,
    tabs.findIndex(({ key }) => key === chosen),
  );

  const step = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(at, tabs.length);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setChosen(tabs[next]?.key ?? null);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  const [only] = tabs;
  if (tabs.length === 1 && only !== undefined)
    return (
      <section className={styles.only} aria-labelledby={id}>
        <h2 id={id}>{only.words}</h2>
        {only.panel(true)}
      </section>
    );
  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className={styles.tabs}>
        {tabs.map(({ key, words, count }, index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}${key}`}
            aria-controls={`${id}${key}-panel`}
            aria-selected={index === at}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setChosen(key)}
            onKeyDown={step}
          >
            {words}
            {count !== null && <small>{count}</small>}
          </button>
        ))}
      </div>
      {tabs.map(({ key, words, panel }, index) => (
        <div
          key={key}
          role="tabpanel"
          id={`${id}${key}-panel`}
          aria-labelledby={`${id}${key}`}
          tabIndex={0}
          hidden={index !== at}
          className={styles.panel}
        >
          <h2>{words}</h2>
          {panel(index === at)}
        </div>
      ))}
    </div>
  );
}
