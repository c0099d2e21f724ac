import { useLateBox } from '#app/components/hooks/use-late-box.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { Button } from '#app/ui/button.tsx';
import type { ReplayPage } from './replay-page.ts';
import styles from './replay.module.css';

/** Rarely used, so loaded on demand. */
const load = async () => (await import('./share-part-box.tsx')).SharePartBox;

/** Creates a link to a moment or clip of a replay. Requires scripts, so it is absent without them. */
export function SharePart({ replay }: { replay: ReplayPage }) {
  const { Box, open, close } = useLateBox(load);
  return (
    <>
      <Button tone="outline" className={styles.sharePart} aria-haspopup="dialog" onClick={open}>
        {archiveText.sharePart}
      </Button>
      {Box && <Box replay={replay} onClose={close} />}
    </>
  );
}
