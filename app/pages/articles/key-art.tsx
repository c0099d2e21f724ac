import content from '#app/components/article/content-blocks.module.css';
import { READING_SIZES } from '#app/components/article/content-blocks.tsx';
import { articleText } from '#app/text/zh-hk/article.ts';
import { Picture } from '#app/ui/picture.tsx';

/** The picture of an article; the largest element of the first screen. */
export function KeyArt({ article }: { article: { keyart: string; keyartCredit: string; plainTitle: string } }) {
  if (article.keyart === '') return null;
  return (
    <figure className={content.figure}>
      <Picture
        name={article.keyart}
        alt={articleText.keyArtOf(article.plainTitle)}
        sizes={READING_SIZES}
        className={content.picture}
        priority
      />
      {article.keyartCredit && <figcaption>{articleText.credit(article.keyartCredit)}</figcaption>}
    </figure>
  );
}
