/** Titles of lists of articles, of which the menus and the home page need nothing else. */
export const sectionTitles = {
  articles: '最新熱話',
  highlights: '節目精選',
  columns: 'DJ 專欄',
  allColumns: '所有專欄',
} as const;
