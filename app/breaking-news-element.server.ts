import { breakingNewsHtml, DISMISSED } from '#app/components/deferred/breaking-news-html.ts';
import { getBreakingNews } from '#domain/breaking-news/breaking-news.ts';
import type { RequestContext } from './context.server.ts';

/**
 * Hides dismissed news, and expired news on a cached page, before it is painted; dismisses on a
 * press.
 */
const script = (key: string, endsAtMs: number): string =>
  `{let b=document.currentScript.parentElement,s;try{s=localStorage.getItem('${DISMISSED}')}catch{}b.hidden=s==='${key}'||Date.now()>=${endsAtMs};b.querySelector('button').onclick=()=>{b.hidden=true;try{localStorage.setItem('${DISMISSED}','${key}')}catch{}}}`;

/**
 * Breaking news for the end of a page's body, outside of what React renders, so that pages need no code for it. React
 * would mistake a `div` or the like there for one of its own; it skips an element of this name.
 */
export async function breakingNewsElement(
  { readDb, now, report }: Pick<RequestContext, 'readDb' | 'now' | 'report'>,
  nonce: string,
): Promise<string> {
  try {
    const news = await getBreakingNews({ db: readDb, now });
    if (news === null) return '';
    const content = breakingNewsHtml(news);
    const inline = `<script nonce="${nonce}">${script(news.key, news.endsAtMs)}</script>`;
    return `<breaking-news role="status" data-key="${news.key}">${content}${inline}</breaking-news>`;
  } catch (error) {
    // A page that needs no database is shown without it.
    report(error);
    return '';
  }
}
