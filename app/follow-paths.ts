/** Paths of what a visitor follows; not part of `paths`, which every page loads. */
export const followPaths = {
  following: () => '/following',
};

export const followCalls = {
  /** The list of a member. */
  list: () => '/api/follows',
  /** What is new of it, or of a guest's list. */
  news: () => '/api/follows/news',
};
