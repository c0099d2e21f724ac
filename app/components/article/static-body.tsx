import type { RichNode } from '#shared/text/rich-text.ts';
import { RichText } from './rich-text.tsx';
import { Picture } from '#app/ui/picture.tsx';
import styles from './static-body.module.css';

/** A block of a static page: text, or a picture. */
export type StaticBlockView =
  | { kind: 'text'; nodes: RichNode[] }
  | { kind: 'image'; picture: string; alt: string; caption: string };

/** The body of a static page. No ads, no player. */
export function StaticBody({ blocks }: { blocks: readonly StaticBlockView[] }) {
  return (
    <div className={styles.prose}>
      {blocks.map((block, at) =>
        block.kind === 'text' ? (
          <div key={at}>
            <RichText nodes={block.nodes} />
          </div>
        ) : (
          <figure key={at}>
            <Picture name={block.picture} alt={block.alt} sizes="(min-width: 800px) 720px, 100vw" />
            {block.caption && <figcaption>{block.caption}</figcaption>}
          </figure>
        ),
      )}
    </div>
  );
}
