export { articlePath, type ArticleAddress } from '#shared/paths/article-path.ts';
