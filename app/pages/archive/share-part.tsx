import { lazy, Suspense, useState } from 'react';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { Button } from '#app/ui/button.tsx';
import type { ReplayPage } from './replay-page.ts';
import styles from './replay.module.css';

/** Rarely used, so loaded on demand. */
const SharePartBox = lazy(() => import('./share-part-box.tsx').then((module) => ({ default: module.SharePartBox })));

/** Creates a link to a moment or clip of a replay. Requires scripts, so it is absent without them. */
export function SharePart({ replay }: { replay: ReplayPage }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="outline" className={styles.sharePart} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {archiveText.sharePart}
      </Button>
      {isOpen && (
        <Suspense>
          <SharePartBox replay={replay} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
