/** What the visitor reads when a page cannot be shown. */
export const errors = {
  notFoundTitle: '搵唔到呢一頁',
} as const;
