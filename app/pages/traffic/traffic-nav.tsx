import type { ReactNode } from 'react';
import { Crumbs } from '#app/components/lists/crumbs.tsx';
import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import { Icon } from '#app/ui/icon.tsx';
import { useCurrentInView } from '#app/ui/use-current-in-view.ts';
import styles from './traffic.module.css';

export type TrafficPart = 'main' | 'info' | 'data' | 'highlight' | 'fund' | 'phonograph' | 'hotline' | 'aim';

const PARTS: { part: TrafficPart; href: string }[] = [
  { part: 'main', href: paths.trafficMain() },
  { part: 'info', href: paths.trafficInfo() },
  { part: 'data', href: paths.trafficData(1) },
  { part: 'highlight', href: paths.trafficHighlight() },
  { part: 'hotline', href: paths.trafficHotline() },
  { part: 'fund', href: paths.trafficFund() },
  { part: 'phonograph', href: paths.trafficPhonograph() },
  { part: 'aim', href: paths.trafficAim() },
];

/** Header of the section's pages: breadcrumb, hotline, and links to the other parts. */
export function TrafficHead({ part, title, lead }: { part: TrafficPart; title: string; lead?: ReactNode }) {
  const parts = useCurrentInView<HTMLElement>(part);
  return (
    <>
      <div className={`${page.head} ${styles.head}`}>
        <div>
          {part !== 'main' && (
            <Crumbs label={trafficText.breadcrumb} steps={[{ name: trafficText.title, href: paths.trafficMain() }]} />
          )}
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        <a className={styles.hotline} href={trafficText.hotlineTel} data-channel="881">
          <Icon name="phone-call" />
          <span>
            <small>{trafficText.hotlineLabel}</small>
            <b>{trafficText.hotlineNumber}</b>
          </span>
        </a>
      </div>
      <nav ref={parts} className={`${page.chips} ${styles.parts}`} aria-label={trafficText.sections}>
        {PARTS.map((one) => (
          <a key={one.part} href={one.href} aria-current={one.part === part ? 'page' : undefined}>
            {trafficText[one.part]}
          </a>
        ))}
      </nav>
    </>
  );
}
