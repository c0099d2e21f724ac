import { picturesText as text } from '#app/text/zh-hk/desk-pictures.ts';
import { libraryName } from '#shared/media/crops.ts';
import { pictureUrl } from '#shared/media/picture.ts';
import type { ListedPicture } from './picture-types.ts';
import styles from './pictures.module.css';

/** A picture of the library with what its user must know. */
export function PictureCard({ picture }: { picture: ListedPicture }) {
  const { picture_id: id, alt, is_over: isOver, rights_until: until } = picture;
  return (
    <>
      <img src={pictureUrl(libraryName(id), '320.webp')} alt="" width={320} height={240} loading="lazy" />
      {alt === '' ? <b className={styles.bad}>{text.noAlt}</b> : <b>{alt}</b>}
      <span>
        {text.number(id)}
        {picture.source && `，${picture.source}`}
      </span>
      {until !== null && (
        <span className={isOver ? styles.bad : undefined}>{isOver ? text.over : text.until(until)}</span>
      )}
      <span>{text.uses(picture.uses)}</span>
    </>
  );
}
