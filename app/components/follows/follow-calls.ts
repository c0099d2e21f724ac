export const followCalls = {
  /** The list of a member. */
  list: () => '/api/follows',
  /** News of it, or of a guest's list. */
  news: () => '/api/follows/news',
};
