import { picture, portrait } from '#shared/media/picture.ts';
import styles from './picture.module.css';

export interface PictureProps {
  /** Reference in the picture store. */
  name: string;
  /** Empty if the text beside it says the same. */
  alt: string;
  /** Displayed width, as the `sizes` attribute. */
  sizes: string;
  shape?: 'keyart' | 'portrait';
  className?: string | undefined;
  /** The largest picture of the first screen: loaded eagerly with priority. */
  priority?: boolean;
}

/** A stored picture in a suitable width, in a box that reserves its space. */
export function Picture({ name, alt, sizes, shape = 'keyart', className, priority = false }: PictureProps) {
  const { src, srcset, width, height } = shape === 'portrait' ? portrait(name) : picture(name);
  const frame = [styles.frame, shape === 'portrait' ? styles.portrait : '', className ?? ''].filter(Boolean).join(' ');
  return (
    <span className={frame}>
      <img
        src={src}
        srcSet={srcset}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
      />
    </span>
  );
}
