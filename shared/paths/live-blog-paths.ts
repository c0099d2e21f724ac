/** Addresses of live blogs, apart from app/paths.ts, which every page loads. */
export const liveBlogPaths = {
  /** The link of an entry: the page that begins with it, whatever is written after it. */
  entry: (articlePath: string, id: number) => `${articlePath}?entry=${id}#entry-${id}`,
  /** Changes after a number: as a stream of events, or asked for. */
  events: (articleId: number, after: number) => `/live-blogs/${articleId}/events?after=${after}`,
  changes: (articleId: number, after: number) => `/live-blogs/${articleId}/changes?after=${after}`,
} as const;
