import { articleText } from '#app/text/zh-hk/article.ts';
import { Picture } from '#app/ui/picture.tsx';
import type { RecordingOrigin } from './recording-origin.ts';
import { AudioBlock, VideoBlock } from './recording-blocks.tsx';
import { FacebookBlock, YoutubeBlock } from './embed-blocks.tsx';
import { Gallery, type GalleryItem } from './gallery.tsx';
import { RichText } from './rich-text.tsx';
import type { RichNode } from '#shared/text/rich-text.ts';
import styles from './content-blocks.module.css';

/** A block of an article as a page renders it. */
export type BlockView =
  | { kind: 'text'; nodes: RichNode[] }
  | { kind: 'image'; picture: string; alt: string; caption: string; credit: string }
  | { kind: 'audio' | 'video'; src: string; title: string; durationMs: number; poster: string }
  | { kind: 'facebook'; url: string; title: string }
  | { kind: 'youtube'; videoId: string; title: string }
  | { kind: 'gallery'; title: string; items: GalleryItem[] };

export const READING_SIZES = '(min-width: 800px) 760px, 100vw';

function Block({ view, origin }: { view: BlockView; origin: RecordingOrigin }) {
  switch (view.kind) {
    case 'text':
      return (
        <div className={styles.prose}>
          <RichText nodes={view.nodes} />
        </div>
      );
    case 'image':
      return (
        <figure className={styles.figure}>
          <Picture name={view.picture} alt={view.alt} sizes={READING_SIZES} className={styles.picture} />
          {(view.caption || view.credit) && (
            <figcaption>
              {view.caption}
              {view.credit && articleText.credit(view.credit)}
            </figcaption>
          )}
        </figure>
      );
    case 'audio':
      return <AudioBlock view={view} origin={origin} />;
    case 'video':
      return <VideoBlock view={view} origin={origin} />;
    case 'facebook':
      return <FacebookBlock url={view.url} title={view.title} />;
    case 'youtube':
      return <YoutubeBlock videoId={view.videoId} title={view.title} />;
    case 'gallery':
      return <Gallery title={view.title} items={view.items} />;
  }
}

/** The body of an article, block by block. */
export function ContentBlocks({ views, origin }: { views: readonly BlockView[]; origin: RecordingOrigin }) {
  return views.map((view, at) => <Block key={at} view={view} origin={origin} />);
}
