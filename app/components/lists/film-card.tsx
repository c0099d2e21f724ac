import page from '#app/styles/page.module.css';
import { filmCardText, lengthWords } from '#app/text/zh-hk/film-card.ts';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { moneyHk } from '#shared/money.ts';
import base from './card.module.css';

export interface FilmCardView {
  id: number;
  /** Segmented into words by the server. */
  title: string;
  href: string;
  art: string;
  priceCents: number;
  /** Null: nothing to watch yet. */
  durationMs: number | null;
  /** For a live event instead of a film: its time. */
  when?: string;
  /** The full programme, where others are trailers. */
  isFull: boolean;
  /** Its guests perform. */
  isPerformerShow: boolean;
}

/** A film in a list: one link covers the whole card. */
export function FilmCard({
  film,
  sizes,
  heading: Heading = 'h3',
  priority = false,
}: {
  film: FilmCardView;
  sizes: string;
  heading?: 'h2' | 'h3';
  priority?: boolean;
}) {
  return (
    <article className={base.card}>
      <Picture name={film.art} alt="" sizes={sizes} priority={priority} />
      <div className={base.body}>
        <Heading className={base.title}>
          <a href={film.href}>
            <Phrase text={film.title} />
          </a>
        </Heading>
        <p className={page.meta}>
          <b>{moneyHk(film.priceCents)}</b>
          <span>{film.when ?? (film.durationMs === null ? filmCardText.soon : lengthWords(film.durationMs))}</span>
          {film.isFull && <b>{filmCardText.full}</b>}
          {film.isPerformerShow && <b>{filmCardText.performerShow}</b>}
        </p>
      </div>
    </article>
  );
}
