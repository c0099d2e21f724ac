import { lazy, Suspense, useState } from 'react';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { Button } from '#app/ui/button.tsx';
import type { ReplayPage } from './replay-hero.tsx';
import styles from './replay.module.css';

/** Few share a part of what they hear. */
const SharePartBox = lazy(() => import('./share-part-box.tsx').then((module) => ({ default: module.SharePartBox })));

/** Makes a link to a moment of a replay, or to a clip of it. It is a script's: without one it is not there. */
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
