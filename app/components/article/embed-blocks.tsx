import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { articleText } from '#app/text/zh-hk/article.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import styles from './embed-blocks.module.css';

const SHAPES = { video: styles.video, post: styles.post };

/**
 * A still image with a button: nothing is requested from the other site before a press, and then only its frame.
 * Without JavaScript the link below leads there.
 */
function Embed({
  title,
  shape,
  label,
  note,
  icon,
  frame,
  link,
}: {
  title: string;
  shape: keyof typeof SHAPES;
  label: string;
  note: string;
  icon: ReactNode;
  frame: string;
  link: { href: string; words: string };
}) {
  const [asked, setAsked] = useState(false);
  const frameElement = useRef<HTMLIFrameElement>(null);
  useLayoutEffect(() => {
    // The focused button is gone.
    if (asked) frameElement.current?.focus();
  }, [asked]);
  return (
    <div className={styles.embed}>
      <div className={`${styles.box} ${SHAPES[shape]}`}>
        {asked ? (
          <iframe
            ref={frameElement}
            src={frame}
            title={title.replaceAll(BREAK, '')}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            allowFullScreen
            referrerPolicy="strict-origin-when-cross-origin"
          />
        ) : (
          <button type="button" onClick={() => setAsked(true)}>
            <span className={styles.mark}>{icon}</span>
            <b>
              <span className="vh">{label}</span>
              <Phrase text={title} />
            </b>
            <span className={styles.note}>{note}</span>
          </button>
        )}
      </div>
      <a className={styles.link} href={link.href} target="_blank" rel="noopener">
        {link.words}
        <Icon name="arrow-up-right" />
        <span className="vh">{shell.newWindow}</span>
      </a>
    </div>
  );
}

export function YoutubeBlock({ videoId, title }: { videoId: string; title: string }) {
  return (
    <Embed
      title={title}
      shape="video"
      label={articleText.loadYoutube}
      note={articleText.youtubeNote}
      icon={<Icon name="play" fill />}
      frame={`https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1`}
      link={{ href: `https://www.youtube.com/watch?v=${videoId}`, words: articleText.openYoutube }}
    />
  );
}

export function FacebookBlock({ url, title }: { url: string; title: string }) {
  return (
    <Embed
      title={title}
      shape="post"
      label={articleText.loadFacebook}
      note={articleText.facebookNote}
      icon={<Icon name="thumbs-up" />}
      frame={`https://www.facebook.com/plugins/post.php?href=${encodeURIComponent(url)}&show_text=true&width=500`}
      link={{ href: url, words: articleText.openFacebook }}
    />
  );
}
