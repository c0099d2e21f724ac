import { useState } from 'react';
import { paths } from '#app/paths.ts';
import { tutorial } from '#app/text/zh-hk/archive-tutorial.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Picture } from '#app/ui/picture.tsx';
import styles from './archive-tutorial.module.css';

const { steps } = tutorial;

/** Three steps; skipping, Escape and finishing all mark it as read. */
export function ArchiveTutorial({ onRead }: { onRead: () => void }) {
  const [step, setStep] = useState(0);
  const { title, words } = steps[step] ?? steps[0];
  const isLast = step === steps.length - 1;
  return (
    <Dialog
      title={title}
      onClose={onRead}
      picture={<Picture name={`tut${step + 1}`} alt="" sizes="440px" className={styles.picture} />}
      actions={
        <>
          <span className={styles.dots} aria-hidden="true">
            {steps.map((at) => (
              <i key={at.title} data-on={at.title === title || undefined} />
            ))}
          </span>
          {isLast ? (
            <ButtonLink key="start" tone="cta" className={styles.button} href={paths.archives()} onClick={onRead}>
              {tutorial.start}
            </ButtonLink>
          ) : (
            <>
              <Button tone="quiet" className={styles.button} onClick={onRead}>
                {tutorial.skip}
              </Button>
              <Button key="next" className={styles.button} onClick={() => setStep(step + 1)}>
                {tutorial.next}
              </Button>
            </>
          )}
        </>
      }
    >
      <p className={styles.count}>{tutorial.step(step + 1, steps.length)}</p>
      <p aria-live="polite">{words}</p>
    </Dialog>
  );
}
