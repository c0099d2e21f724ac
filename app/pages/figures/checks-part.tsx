import { paths } from '#app/paths.ts';
import { figuresText } from '#app/text/zh-hk/figures.ts';
import { Button } from '#app/ui/button.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { FigureTable } from './figure-table.tsx';
import styles from './figures.module.css';

const { recompute: text, verify } = figuresText;

interface Done {
  recomputed: { isEqual: boolean; parts: { what: string; before: number; after: number; isEqual: boolean }[] } | null;
  isGone: boolean;
  verified: { is: 'unreadable' } | { is: 'true' | 'false'; advertiser: string; day: string } | null;
}

const verifiedWords = (verified: NonNullable<Done['verified']>): string =>
  verified.is === 'true' ? verify.true(verified.advertiser, verified.day) : verify[verified.is];

/** Checks anyone of the station can run: that figures follow from reports, and that a proof is authentic. */
export function ChecksPart({ day, done }: { day: string; done: Done | undefined }) {
  const recomputed = done?.recomputed;
  return (
    <>
      <section className={styles.part} id="recompute">
        <SectionHeading>{text.title}</SectionHeading>
        <p className={styles.note}>{text.words}</p>
        <form method="post" action={paths.figures({ day })} className={styles.form}>
          <input type="hidden" name="intent" value="recompute" />
          <input type="hidden" name="day" value={day} />
          <Button type="submit">{text.press}</Button>
        </form>
        {done?.isGone && <p role="alert">{text.gone}</p>}
        {recomputed && (
          <>
            <p role="status">
              <b>{recomputed.isEqual ? text.equal : text.differs}</b>
            </p>
            <FigureTable
              caption={text.title}
              head={[text.part, text.before, text.after, text.same]}
              rows={recomputed.parts.map(({ what, before, after, isEqual }) => ({
                key: what,
                cells: [
                  text.parts[what] ?? what,
                  figuresText.number(before),
                  figuresText.number(after),
                  isEqual ? text.isSame : text.isNot,
                ],
              }))}
            />
          </>
        )}
      </section>
      <section className={styles.part} id="verify">
        <SectionHeading>{verify.title}</SectionHeading>
        <p className={styles.note}>{verify.words}</p>
        <form method="post" action={paths.figures({ day })} className={styles.form}>
          <input type="hidden" name="intent" value="verify" />
          <label htmlFor="proof">{verify.text}</label>
          <textarea id="proof" name="proof" rows={5} required maxLength={200_000} />
          <Button type="submit" tone="outline">
            {verify.press}
          </Button>
        </form>
        {done?.verified && (
          <p role="status">
            <b>{verifiedWords(done.verified)}</b>
          </p>
        )}
      </section>
    </>
  );
}
