export { articlePath, type ArticleAddress } from '#shared/article-path.ts';
