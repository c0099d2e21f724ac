import { paths } from '#app/paths.ts';
import { campaignText as text } from '#app/text/zh-hk/campaigns.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { PostView } from './campaign.types.ts';
import styles from './posts.module.css';

const anchor = (id: number) => `post-${id}`;

function Paragraphs({ body }: { body: string }) {
  return body
    .split('\n')
    .filter(Boolean)
    .map((paragraph, at) => <p key={at}>{paragraph}</p>);
}

/** The station's posts about a campaign: news, newest first, and answers to questions. */
export function Posts({ updates, questions }: { updates: readonly PostView[]; questions: readonly PostView[] }) {
  return (
    <>
      {updates.length > 0 && (
        <section className="wrap" aria-labelledby="updates">
          <SectionHeading id="updates">{text.updates}</SectionHeading>
          <ol className={styles.updates} reversed>
            {updates.map(({ id, title, body, picture, pictureAlt, postedAtMs }) => (
              <li key={id} id={anchor(id)}>
                <article>
                  <a href={`#${anchor(id)}`}>
                    <time dateTime={new Date(postedAtMs).toISOString()}>{momentWords(postedAtMs)}</time>
                    <span className="vh">{text.updateLink(title)}</span>
                  </a>
                  <h3>{title}</h3>
                  {picture !== '' && (
                    <Picture name={picture} alt={pictureAlt} sizes="(min-width: 800px) 720px, 100vw" />
                  )}
                  <Paragraphs body={body} />
                </article>
              </li>
            ))}
          </ol>
        </section>
      )}
      {questions.length > 0 && (
        <section className="wrap" aria-labelledby="questions">
          <SectionHeading id="questions">{text.questions}</SectionHeading>
          <div className={styles.questions}>
            {questions.map(({ id, title, body, picture, pictureAlt }) => (
              <details key={id} id={anchor(id)}>
                <summary>{title}</summary>
                {picture !== '' && <Picture name={picture} alt={pictureAlt} sizes="(min-width: 800px) 720px, 100vw" />}
                <Paragraphs body={body} />
              </details>
            ))}
          </div>
          <p>
            <ButtonLink tone="outline" href={paths.contactUs()}>
              {text.ask}
            </ButtonLink>
          </p>
        </section>
      )}
    </>
  );
}
